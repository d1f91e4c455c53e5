package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.estimated.EstimatedJob.RoundState;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Tier;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Places what a job may start now, batch by batch.
 *
 * <pre>
 *   gather      tasks of similar priority that wait, and opportunistic ones that wait at nodes
 *   estimate    candidates of each, and when the task would be done there
 *   match       at most one task for each node
 *   dispatch    by the wait, the shortest first: with tokens while these last, then without;
 *               where no wait is short enough, the task is postponed
 * </pre>
 *
 * <p>A batch that dispatches nothing ends the round.
 */
final class Round {

  /** How many tasks a round looks at; the rest have another soon. */
  static final int MAX_TASKS = 2_000;

  /** How many tasks are matched for each that may start, so that there are some to choose from. */
  private static final int CHOICE = 2;

  /** How many opportunistic attempts are looked at to find one that a token can be given to. */
  private static final int MAX_LOOKS = 64;

  /** Priorities are similar down to this part of the highest. */
  private static final int SIMILAR = 2;

  private final EstimatedOptions options;
  private final Timing.Reports reports;
  private final CompletionEstimates estimates;
  private final Candidates candidates;
  private final Placements placements;
  private final EstimateTable table;
  private final Chance chance;
  private final CellRacks racks;
  private final Batch batch;
  private final CandidateSets sets;
  private final StableMatcher matcher;
  private final long randomNs;

  /** Tasks in hand that go back at the end of the round. */
  private final List<EstimatedStage> asideStages = new ArrayList<>();

  private final IntList asideTasks = new IntList();

  Round(
      EstimatedOptions options,
      Timing.Reports reports,
      CellRacks racks,
      CompletionEstimates estimates,
      Candidates candidates,
      Placements placements,
      EstimateTable table,
      Chance chance) {
    var matching = options.matching();
    this.options = options;
    this.reports = reports;
    this.racks = racks;
    this.estimates = estimates;
    this.candidates = candidates;
    this.placements = placements;
    this.table = table;
    this.chance = chance;
    this.batch = new Batch(matching.maxBatch());
    this.sets = new CandidateSets(matching.maxBatch(), Candidates.MAX + 1);
    this.matcher = new StableMatcher(matching.maxIterations());
    this.randomNs = (long) (reports.attemptsEveryNs() * matching.randomShare());
  }

  /** What becomes of the job. */
  RoundState run(long nowNs, EstimatedJob job, Effects out) {
    estimates.begin(nowNs);
    int left = MAX_TASKS;
    boolean goesOn = true;
    while (goesOn && left > 0 && gather(nowNs, job, left)) {
      left -= batch.size();
      match(nowNs);
      goesOn = dispatch(nowNs, out) > 0;
    }
    boolean anyAside = !asideTasks.isEmpty();
    putBackAside();
    if (left <= 0 && goesOn) {
      return RoundState.DUE;
    }
    if (job.tokens() > 0 && job.waiting(1) == 0) {
      promoteRunning(nowNs, job, out);
    }
    boolean hasRoom = job.tokens() > 0 || job.opportunities() > 0;
    return hasRoom && (anyAside || !goesOn) ? RoundState.PARKED : RoundState.SETTLED;
  }

  // Gather.

  private boolean gather(long nowNs, EstimatedJob job, int left) {
    batch.clear();
    int tokens = job.tokens();
    int limit = limit(tokens, job.opportunities(), left);
    long leastRankNs = Long.MIN_VALUE;
    for (var stages = job.active().iterator(); stages.hasNext() && batch.size() < limit; ) {
      var stage = stages.next();
      if (stage.rankNs() < leastRankNs) {
        break;
      }
      if (stage.tasks.waiting() == 0 && stage.opportunistic.isEmpty()) {
        stages.remove();
      } else if (stage.tasks.mayStart() && (tokens > 0 || mayBeOpportunistic(stage))) {
        if (tokens > 0) {
          gatherWaitingAtNodes(nowNs, stage, limit);
        }
        while (batch.size() < limit && stage.waiting() > 0) {
          batch.add(stage, stage.take());
        }
        leastRankNs = batch.size() == 0 ? leastRankNs : batch.stage(0).rankNs() / SIMILAR;
      }
    }
    return batch.size() > 0;
  }

  /** Stages that accept guaranteed tasks only wait for tokens, and keep no others waiting. */
  private static boolean mayBeOpportunistic(EstimatedStage stage) {
    return stage.tasks.isOpportunisticAllowed();
  }

  /** No more than there are nodes: each takes one task of a batch. */
  private int limit(int tokens, int opportunities, int left) {
    long mayStart = (long) tokens + opportunities;
    int most = Math.min(options.matching().maxBatch(), Math.min(left, racks.view().size()));
    return (int) Math.min(most, mayStart * CHOICE);
  }

  private void gatherWaitingAtNodes(long nowNs, EstimatedStage stage, int limit) {
    for (var attempt : stage.opportunistic.values()) {
      if (batch.size() == limit) {
        return;
      }
      boolean waits = attempt.isReported() && attempt.phase() == AttemptPhase.QUEUED;
      if (waits && placements.mayPromote(nowNs, attempt)) {
        batch.add(stage, attempt);
      }
    }
  }

  /** Nothing else needs the tokens that are left. */
  private void promoteRunning(long nowNs, EstimatedJob job, Effects out) {
    for (var stage : job.active()) {
      for (var attempt : stage.opportunistic.values()) {
        if (attempt.phase() != AttemptPhase.QUEUED && placements.mayPromote(nowNs, attempt)) {
          placements.promote(nowNs, stage, attempt, out);
        }
      }
    }
  }

  // Estimate and match.

  private void match(long nowNs) {
    sets.clear();
    for (int index = 0; index < batch.size(); index++) {
      var stage = batch.stage(index);
      int task = batch.task(index);
      estimates.of(stage.tasks, stage.files, task);
      batch.need(index, estimates.need());
      sets.addTask();
      var own = batch.promoted(index);
      int ownNode = own == null ? StableMatcher.NONE : own.node();
      long moveNs = own == null ? 0 : reports.attemptsEveryNs();
      if (own != null && racks.position(ownNode) != CellRacks.NOWHERE) {
        addCandidate(ownNode, estimates.completionWhereQueuedNs(ownNode), 0);
      }
      var drawn = candidates.draw(nowNs, stage, task, estimates);
      for (int i = 0; i < drawn.size(); i++) {
        if (drawn.at(i) != ownNode) {
          long completionNs = estimates.completionNs(drawn.at(i));
          addCandidate(drawn.at(i), completionNs, moveNs + randomNs());
        }
      }
    }
    matcher.match(sets);
  }

  /**
   * @param moreNs at random; and for a task that is at a node already, so that none moves without
   *     need
   */
  private void addCandidate(int node, long completionNs, long moreNs) {
    if (estimates.waitNs() != WaitMatrix.NEVER) {
      sets.add(node, Timing.later(completionNs, moreNs));
    }
  }

  /** Schedulers that do not know of each other choose different nodes of almost equal ones. */
  private long randomNs() {
    return (long) (chance.nextDouble() * randomNs);
  }

  // Dispatch.

  /** How many were. */
  private int dispatch(long nowNs, Effects out) {
    for (int index = 0; index < batch.size(); index++) {
      int node = matcher.node(index);
      if (node != StableMatcher.NONE) {
        batch.matched(index, estimates.waitNs(node, batch.need(index)));
      }
    }
    batch.sort();
    int sent = 0;
    for (int rank = 0; rank < batch.matched(); rank++) {
      int index = batch.byWait(rank);
      if (dispatch(nowNs, index, matcher.node(index), out)) {
        batch.done(index);
        sent++;
      }
    }
    putBackOthers();
    return sent;
  }

  private boolean dispatch(long nowNs, int index, int node, Effects out) {
    var stage = batch.stage(index);
    int task = batch.task(index);
    estimates.of(stage.tasks, stage.files, task);
    var own = batch.promoted(index);
    if (own != null) {
      return upgrade(nowNs, stage, own, node, out);
    }
    var considered = considered(stage, index, node);
    estimates.completionNs(node);
    if (!isAccepted(nowNs, stage)) {
      return false;
    }
    boolean mayUseToken = !estimates.displaces() || !promoteOne(nowNs, stage, out);
    var attempt =
        mayUseToken ? placements.place(nowNs, stage, task, node, Tier.GUARANTEED, out) : null;
    if (attempt == null) {
      attempt = placements.place(nowNs, stage, task, node, Tier.OPPORTUNISTIC, out);
    }
    if (attempt != null && !considered.isEmpty()) {
      stage.tasks.explain(attempt, table.placed(attempt, considered), out);
    }
    return attempt != null;
  }

  /** Before the task is sent: what is sent counts against its node. */
  private List<Candidate> considered(EstimatedStage stage, int index, int node) {
    return stage.tasks.isExplained() ? table.considered(sets, index, node) : List.of();
  }

  /** A token for a task that waits at a node without one: elsewhere, or where the task is. */
  private boolean upgrade(long nowNs, EstimatedStage stage, Attempt own, int node, Effects out) {
    if (node != own.node() && isClearlyBetter(node, own)) {
      estimates.completionNs(node);
      return isAccepted(nowNs, stage)
          && placements.twin(nowNs, stage, own, node, CorrectionReason.MOVED, out);
    }
    estimates.completionWhereQueuedNs(own.node());
    if (!isAccepted(nowNs, stage)) {
      return false;
    }
    boolean tokenIsGiven = estimates.displaces() && promoteOne(nowNs, stage, out);
    return tokenIsGiven || placements.promote(nowNs, stage, own, out);
  }

  /**
   * Gives a token to an opportunistic attempt of the stage that runs: better than to have a new one
   * take its place.
   */
  private boolean promoteOne(long nowNs, EstimatedStage stage, Effects out) {
    int looks = 0;
    for (var attempt : stage.opportunistic.values()) {
      if (looks++ == MAX_LOOKS) {
        return false;
      }
      boolean runs = attempt.phase() == AttemptPhase.RUNNING;
      if (runs && placements.mayPromote(nowNs, attempt)) {
        return placements.promote(nowNs, stage, attempt, out);
      }
    }
    return false;
  }

  /** Whether a task should move: equal nodes differ by their random terms. */
  private boolean isClearlyBetter(int node, Attempt queued) {
    double share = 1 - options.corrections().savingShare();
    long stayNs = estimates.completionWhereQueuedNs(queued.node());
    return estimates.completionNs(node) < share * stayNs;
  }

  /** Whether the wait of the latest estimate is short enough; else the stage is postponed. */
  private boolean isAccepted(long nowNs, EstimatedStage stage) {
    boolean accepted = estimates.waitNs() <= acceptedNs(nowNs, stage);
    if (!accepted) {
      stage.postponed(nowNs);
    }
    return accepted;
  }

  /** The longer a stage has been postponed, the longer a wait is good enough. */
  long acceptedNs(long nowNs, EstimatedStage stage) {
    var matching = options.matching();
    double ownNs = matching.acceptedTimes() * estimates.lengthNs();
    long leastNs = matching.acceptedIntervals() * reports.attemptsEveryNs();
    return Math.max((long) ownNs, leastNs) + stage.postponedForNs(nowNs);
  }

  /** Tasks whose candidates others took are tried with the next batch; the rest is set aside. */
  private void putBackOthers() {
    for (int index = 0; index < batch.size(); index++) {
      if (!batch.isDone(index) && !isContested(index)) {
        asideStages.add(batch.stage(index));
        asideTasks.add(batch.task(index));
      }
    }
    for (int index = batch.size() - 1; index >= 0; index--) {
      if (!batch.isDone(index) && isContested(index)) {
        batch.stage(index).putBack(batch.task(index));
      }
    }
  }

  private boolean isContested(int index) {
    return matcher.node(index) == StableMatcher.NONE && sets.size(index) > 0;
  }

  /** The highest priority last: whatever is put back is the next again. */
  private void putBackAside() {
    while (!asideTasks.isEmpty()) {
      asideStages.removeLast().putBack(asideTasks.removeLast());
    }
  }
}
