package dev.muster.sim.compare.baseline;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.Explanation;
import dev.muster.model.Tier;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Places tasks by their inputs alone: each goes to the queue of a node that has the largest of
 * them. As long as the task waits, it is sent to one node more each time that a constraint would be
 * relaxed, in the rack and then anywhere; when one starts it, the others are told to drop it.
 *
 * <p>What the paper does not say is how long its baseline waits before it relaxes a constraint.
 */
public final class BaselinePlacer implements Placer {

  /** As jobs of the wind tunnel name it. */
  public static final String POLICY = "baseline";

  /** At how many nodes a task may wait at once. */
  static final int MAX_ATTEMPTS = 10;

  private enum BaselineTimer implements Timer {
    /** Tasks may have waited long enough. */
    RELAX
  }

  private final PlacerContext context;
  private final long relaxAfterNs;
  private final Localities localities;
  private final LongMap<QueuedAttempts> byAttempt = new LongMap<>();

  /** In the order in which they are due. */
  private final ArrayDeque<QueuedAttempts> relaxing = new ArrayDeque<>();

  public BaselinePlacer(PlacerContext context, long relaxAfterNs, Chance chance) {
    this.context = context;
    this.relaxAfterNs = relaxAfterNs;
    this.localities = new Localities(context.nodes(), chance);
  }

  @Override
  public List<String> policies() {
    return List.of(POLICY);
  }

  @Override
  public Admission admission() {
    return Admission.QUEUED;
  }

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    return false;
  }

  @Override
  public StagePlacer open(StageTasks stage) {
    return new StagePlacer() {
      @Override
      public boolean adjust(long nowNs, Effects out) {
        place(nowNs, stage, out);
        return true;
      }

      @Override
      public Explanation explain(long nowNs, int task) {
        return Explanation.of(POLICY, "waits for a token of its job", List.of());
      }
    };
  }

  private void place(long nowNs, StageTasks stage, Effects out) {
    while (stage.wanted() > 0) {
      int task = stage.nextWaiting();
      var queued = new QueuedAttempts(stage, task);
      int node = localities.draw(queued);
      var attempt =
          node == Localities.NONE ? null : stage.start(nowNs, task, node, AttemptState.PLACED, 0);
      if (attempt == null) {
        stage.putBack(task);
        return;
      }
      send(attempt, queued, out);
      relaxLater(nowNs, queued, out);
    }
  }

  private void send(Attempt attempt, QueuedAttempts queued, Effects out) {
    queued.add(attempt);
    byAttempt.put(attempt.id(), queued);
    var demand = queued.stage.demand().whileWatched();
    out.send(
        NodeEvent.at(attempt.node()),
        new PlaceTask(context.self(), attempt.id(), demand, queued.stage.work(attempt)));
  }

  private void relaxLater(long nowNs, QueuedAttempts queued, Effects out) {
    queued.relaxNs = nowNs + relaxAfterNs;
    if (relaxing.isEmpty()) {
      out.wake(queued.relaxNs, BaselineTimer.RELAX);
    }
    relaxing.add(queued);
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != BaselineTimer.RELAX) {
      return false;
    }
    while (!relaxing.isEmpty() && relaxing.getFirst().relaxNs <= nowNs) {
      duplicate(nowNs, relaxing.removeFirst(), out);
    }
    if (!relaxing.isEmpty()) {
      out.wake(relaxing.getFirst().relaxNs, BaselineTimer.RELAX);
    }
    return true;
  }

  private void duplicate(long nowNs, QueuedAttempts queued, Effects out) {
    if (!queued.waits()) {
      return;
    }
    queued.relax();
    int node = localities.draw(queued);
    if (node != Localities.NONE && !queued.isOn(node)) {
      var twin = queued.stage.startTwin(nowNs, queued.task, node, Tier.GUARANTEED);
      if (twin != null) {
        send(twin, queued, out);
      }
    }
    if (queued.count() < MAX_ATTEMPTS) {
      relaxLater(nowNs, queued, out);
    }
  }

  @Override
  public void started(long nowNs, Attempt attempt, Effects out) {
    var queued = byAttempt.find(attempt.id());
    if (queued != null) {
      for (var other : queued.started(attempt)) {
        queued.stage.end(nowNs, other, out);
      }
    }
  }

  @Override
  public void ended(Attempt attempt) {
    var queued = byAttempt.remove(attempt.id());
    if (queued != null) {
      queued.remove(attempt);
    }
  }
}
