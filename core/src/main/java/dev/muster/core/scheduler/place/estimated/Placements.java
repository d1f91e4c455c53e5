package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.TierState;
import dev.muster.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what was decided: starts attempts and sends them, promotes opportunistic ones. The
 * latest estimate must be of that task on that node.
 */
final class Placements {

  private final PlacerContext context;
  private final CompletionEstimates estimates;
  private final Dispatches dispatches;
  private final Twins twins;
  private final double maxDrawWeight;

  Placements(
      PlacerContext context,
      CompletionEstimates estimates,
      Dispatches dispatches,
      Twins twins,
      double maxDrawWeight) {
    this.context = context;
    this.estimates = estimates;
    this.dispatches = dispatches;
    this.twins = twins;
    this.maxDrawWeight = maxDrawWeight;
  }

  /** Sends a task that waits to a node; null where there are no tokens for it, or no allowance. */
  @Nullable Attempt place(
      long nowNs, EstimatedStage stage, int task, int node, Tier tier, Effects out) {
    double weight = tier == Tier.OPPORTUNISTIC ? drawWeight(stage) : 0;
    var attempt = stage.tasks.start(nowNs, task, node, tier);
    if (attempt == null) {
      return null;
    }
    stage.started();
    if (tier == Tier.OPPORTUNISTIC) {
      stage.tasks.weigh(attempt, weight);
      stage.opportunistic.put(attempt.id(), attempt);
    }
    send(nowNs, stage, attempt, out);
    return attempt;
  }

  /** What the job may weigh is spread over its tasks, where these are fewer. */
  private double drawWeight(EstimatedStage stage) {
    double allowance = stage.tasks.opportunisticAllowance();
    int waiting = stage.job.waiting((int) Math.min(Integer.MAX_VALUE, allowance));
    double most = Math.min(allowance, maxDrawWeight);
    return Math.max(1, Math.min(most, allowance / Math.max(1, waiting)));
  }

  private void send(long nowNs, EstimatedStage stage, Attempt attempt, Effects out) {
    int node = attempt.node();
    dispatches.add(
        new Dispatch(
            stage, attempt, estimates.need(), estimates.busyNs(node), nowNs, estimates.waitNs()));
    var demand =
        stage
            .tasks
            .demand(attempt.task())
            .with(attempt.tier())
            .withDrawWeight(attempt.tier() == Tier.OPPORTUNISTIC ? attempt.drawWeight() : 0)
            .whileWatched();
    long runNs = estimates.readNs() + estimates.cpuNs();
    attempt.expect(runNs, estimates.cpuNs());
    var work = stage.tasks.work(attempt);
    out.send(
        NodeEvent.at(node),
        new PlaceTask(
            context.self(), attempt.id(), runNs == 0 ? demand : demand.withEstimate(runNs), work));
  }

  /** One more attempt of a task that is at another node; false where there may be none. */
  boolean twin(
      long nowNs,
      EstimatedStage stage,
      Attempt original,
      int node,
      CorrectionReason reason,
      Effects out) {
    if (!twins.mayHave(stage, original)) {
      return false;
    }
    var twin = stage.tasks.startTwin(nowNs, original.task(), node, Tier.GUARANTEED);
    if (twin == null) {
      return false;
    }
    send(nowNs, stage, twin, out);
    twins.add(stage, original, twin, reason);
    return true;
  }

  /** Knows from now on what an older epoch sent; its node includes it in what it reports. */
  void adopt(long nowNs, EstimatedStage stage, Attempt attempt) {
    var need = stage.tasks.demand(attempt.task()).resources();
    long waitNs = Math.max(0, attempt.expectedStartNs() - nowNs); // nobody knows a better one
    var dispatch = new Dispatch(stage, attempt, need, 0, nowNs, waitNs);
    dispatch.reported();
    dispatches.add(dispatch);
    if (attempt.tierState() == TierState.OPPORTUNISTIC) {
      stage.opportunistic.put(attempt.id(), attempt);
    }
  }

  // Promotion.

  /** Whether the node is to be asked: it may have declined a moment ago. */
  boolean mayPromote(long nowNs, Attempt attempt) {
    if (attempt.state() != AttemptState.PLACED || attempt.tierState() != TierState.OPPORTUNISTIC) {
      return false;
    }
    var dispatch = dispatches.find(attempt);
    return dispatch == null || !dispatch.rests(nowNs);
  }

  boolean promote(long nowNs, EstimatedStage stage, Attempt attempt, Effects out) {
    boolean asked = stage.tasks.promote(attempt, out);
    var dispatch = dispatches.find(attempt);
    if (asked && dispatch != null) {
      dispatch.promoted(nowNs, estimates.waitNs());
      dispatches.displaceable(dispatch, false);
    }
    return asked;
  }

  void declined(long nowNs, Attempt attempt) {
    var dispatch = dispatches.find(attempt);
    if (dispatch != null) {
      dispatch.restUntil(nowNs + context.timing().reports().attemptsEveryNs());
      dispatches.displaceable(dispatch, true);
    }
  }
}
