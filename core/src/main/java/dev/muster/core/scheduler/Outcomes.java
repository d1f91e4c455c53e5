package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.scheduler.job.JobManager;
import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.Held;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.ReservationState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What came of reservations and attempts, and what that means for their tasks and jobs. */
final class Outcomes {

  private final HeldTable held;
  private final CellNodes nodes;
  private final NodeBlame blame;
  private final Attempts attempts;
  private final AssignedJobs jobs;
  private final Recording recording;
  private final LostOutputs lostOutputs;

  Outcomes(
      PlacerContext context,
      Attempts attempts,
      AssignedJobs jobs,
      Recording recording,
      LostOutputs lostOutputs) {
    this.held = context.held();
    this.nodes = context.nodes();
    this.blame = new NodeBlame(context.nodes());
    this.attempts = attempts;
    this.jobs = jobs;
    this.recording = recording;
    this.lostOutputs = lostOutputs;
  }

  void finished(long nowNs, JobManager job, TaskFinished finished, Effects out) {
    if (!job.mayHave(finished.stage(), finished.index())) {
      return;
    }
    var stage = job.stage(finished.stage());
    stage.ensureRow(finished.index());
    var named = held.find(finished.reservation(), finished.node());
    var attempt = named instanceof Attempt known ? known : null;
    if (attempt != null && !(Stage.of(attempt) == stage && attempt.task() == finished.index())) {
      return; // no sound node sends that: the task is not the one that it was given
    }
    boolean counts = record(nowNs, job, stage, attempt, finished, out);
    recording.received(job, finished, counts, out);
    if (attempt != null && finished.result().outcome() == Outcome.INPUT_MISSING) {
      lostOutputs.reported(nowNs, job, attempt, finished.result().lostInputs(), out);
    }
    jobs.proceed(nowNs, job, stage, out);
  }

  private boolean record(
      long nowNs,
      JobManager job,
      Stage stage,
      @Nullable Attempt attempt,
      TaskFinished finished,
      Effects out) {
    var result = finished.result();
    if (attempt == null && !result.succeeded()) {
      return false; // a duplicate, or given up as lost: costs the task nothing
    }
    if (attempt == null && job.outputs().wasLost(stage.index(), finished.index())) {
      return false; // its output is not there any more
    }
    if (attempt == null && result.hasOutputOnNode() && nodes.view().find(finished.node()) < 0) {
      return false; // the node was given up: its output counts once the node has joined again
    }
    if (attempt != null && result.succeeded()) {
      stage.learn(nowNs, attempt, result.usage(), out);
    }
    if (attempt != null) {
      stage.placer().finished(nowNs, attempt, result.outcome(), finished.ranNs());
      stage.attempts().end(attempt);
      blame.ended(nowNs, finished.node(), stage, finished.index(), result);
    }
    if (attempt != null && isTriedWithMore(stage, attempt, result, out)) {
      stage.attempts().giveWay(attempt.task());
      stage.use(result.usage());
      return false;
    }
    if (attempt != null && result.outcome() == Outcome.EVICTED) {
      stage.attempts().wasted(finished.ranNs(), result.usage().cpuNs());
    }
    // One that was given up as lost and is done after all counts too.
    boolean counts = job.record(nowNs, stage, finished.index(), finished.node(), result, out);
    if (attempt != null || counts) {
      stage.use(result.usage());
      out.publish(OutputStored.of(finished, counts));
    }
    if (counts && result.succeeded()) {
      stage.attempts().endAll(nowNs, finished.index(), out);
    }
    return counts;
  }

  /** Whether the attempt had too little memory and the next gets more: that costs no retry. */
  private static boolean isTriedWithMore(
      Stage stage, Attempt attempt, RunResult result, Effects out) {
    return result.outcome() == Outcome.OUT_OF_MEMORY && stage.raiseMemory(attempt, out);
  }

  /** A node has answered whether it takes an opportunistic attempt for guaranteed. */
  void promoted(long nowNs, TaskPromoted answer, Effects out) {
    if (held.find(answer.reservation(), answer.node()) instanceof Attempt attempt) {
      var stage = Stage.of(attempt);
      if (answer.granted()) {
        stage.attempts().promoted(attempt);
      } else if (stage.attempts().declined(nowNs, attempt, out)) {
        jobs.proceed(nowNs, stage.manager(), stage, out);
      }
    }
  }

  /** What comes back is tried elsewhere at the next beat, not at once: the cell is full. */
  void returned(long nowNs, ReservationReturned returned, Effects out) {
    if (held.find(returned.reservation(), returned.node()) instanceof Attempt attempt) {
      Stage.of(attempt).placer().returned(nowNs, attempt);
    }
    switch (held.find(returned.reservation(), returned.node())) {
      case Reservation reservation ->
          reservation.stage().stagePlacer().over(reservation, ReservationState.ENDED);
      case Attempt attempt -> {
        var stage = Stage.of(attempt);
        if (returned.reason() == ReturnReason.SHED) {
          stage.nodes().shed(nowNs, attempt.task(), attempt.node());
        }
        stage.attempts().end(attempt);
        stage.attempts().giveWay(attempt.task());
        stage.noticeRestart();
        if (!stage.manager().isRunning() || stage.isRestarting()) {
          jobs.proceed(nowNs, stage.manager(), stage, out);
        }
      }
      case null -> {} // a duplicate
    }
  }

  /**
   * Reservations and attempts are gone with their nodes, at no cost to their tasks.
   *
   * @return the stages that they were of, which then {@link #proceed}
   */
  Set<Stage> loseWithNode(long nowNs, List<Held> lost, Effects out) {
    var stages = new LinkedHashSet<Stage>();
    for (var one : lost) {
      var stage = Stage.of(one);
      switch (one) {
        case Reservation reservation ->
            stage.stagePlacer().over(reservation, ReservationState.LOST);
        case Attempt attempt -> {
          attempts.lost(nowNs, attempt, out);
          stage.attempts().end(attempt);
          stage.attempts().giveWay(attempt.task());
        }
      }
      stages.add(stage);
    }
    return stages;
  }

  void proceed(long nowNs, Set<Stage> stages, Effects out) {
    stages.forEach(stage -> jobs.proceed(nowNs, stage.manager(), stage, out));
  }

  /**
   * A node that lives does not know of these reservations and attempts. All of them are over before
   * any stage proceeds: what starts then must not count on those that are gone.
   */
  void lose(long nowNs, List<Held> lost, Effects out) {
    var stages = new LinkedHashSet<Stage>();
    for (var one : lost) {
      var stage = Stage.of(one);
      switch (one) {
        case Reservation reservation when reservation.state() == ReservationState.QUEUED ->
            stage.stagePlacer().over(reservation, ReservationState.LOST);
        case Attempt attempt when attempt.state() != AttemptState.ENDED -> {
          stage.attempts().end(attempt);
          stage.manager().lose(stage, attempt.task());
        }
        default -> {
          continue; // named twice
        }
      }
      stages.add(stage);
    }
    proceed(nowNs, stages, out);
  }
}
