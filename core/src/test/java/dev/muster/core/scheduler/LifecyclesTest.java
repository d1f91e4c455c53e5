package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.job.JobPhase;
import dev.muster.core.scheduler.job.StageState;
import dev.muster.core.scheduler.job.TiersTest;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.ReservationState;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.estimated.EstimatedCell;
import dev.muster.core.scheduler.place.hybrid.HybridCell;
import dev.muster.core.scheduler.task.TaskState;
import dev.muster.core.scheduler.task.TaskTable;
import dev.muster.core.scheduler.task.TaskTries;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every transition that is drawn is walked here, and no other may be. */
final class LifecyclesTest {

  private final TreeMap<String, Long> walked = new TreeMap<>();

  private void note(List<Lifecycle<?>> lifecycles) {
    for (var each : lifecycles) {
      each.visit(
          (from, to, count) -> walked.merge(each.name() + " " + from + " " + to, count, Long::sum));
    }
  }

  @Test
  void everyTransitionThatIsAllowedIsWalked() {
    sampledJob();
    commits();
    partitionedJob();
    refreshesThatStop();
    takenOver();
    starvedStages();
    note(FaultyNodesTest.blamedNodes());
    note(TiersTest.tiers());
    note(EstimatedCell.everyRound());
    note(HybridCell.everyContainer());
    note(List.of(oneToOne(), resized(), lostTasks()));

    var missed = new TreeSet<String>();
    walked.forEach(
        (transition, count) -> {
          if (count == 0) {
            missed.add(transition);
          }
        });
    assertThat(missed).isEmpty();
    assertThat(walked.keySet().stream().map(each -> each.substring(0, each.indexOf(' '))))
        .contains("JobPhase", "StageState", "TaskState", "TakeoverState")
        .contains("AttemptState", "ReservationState", "CommitStageState", "Phase", "RefreshState")
        .contains("ContainerState");
  }

  /** Reservations bound, withdrawn, lost, returned; attempts that succeed, fail, are killed. */
  private void sampledJob() {
    var cell = new SchedulerCell(4);
    var spec = JobSpec.of("job", stage("a", 2).withRetries(1), stage("b", 1).withAfter("a"));
    var ids = cell.reserved(1, spec);
    var first = cell.assigned(ids.get(0));
    cell.scheduler.tell(new ReservationReturned(1, ids.get(1), ReturnReason.LIMIT, ""));
    cell.unknown(2, 1, ids.get(2));
    var again =
        SchedulerCell.reservations(cell.finished(ids.get(0), first, RunResult.failed(1, "")));
    var second = cell.assigned(again.getFirst());
    cell.unknown(cell.nodeOf(again.getFirst()), 1, again.getFirst());
    cell.finished(again.getFirst(), second, RunResult.SUCCESS);
    var others = SchedulerCell.reservations(cell.beatAfter(1));
    var third = cell.assigned(others.isEmpty() ? ids.get(3) : others.getFirst());
    long last = others.isEmpty() ? ids.get(3) : others.getFirst();
    var ofB = SchedulerCell.reservations(cell.finished(last, third, RunResult.SUCCESS));
    cell.assigned(ofB.getFirst());
    cell.scheduler.tell(new StopJob(1));
    cell.untilLost();

    var failing = cell.reserved(2, Jobs.job(1));
    cell.finished(failing.getFirst(), cell.assigned(failing.getFirst()), RunResult.failed(1, ""));

    var stopped = cell.reserved(3, Jobs.job(1));
    var running = cell.assigned(stopped.getFirst());
    cell.scheduler.tell(new StopJob(3));
    cell.finished(stopped.getFirst(), running, RunResult.SUCCESS);
    note(cell.scheduler.lifecycles());
  }

  /** Claims accepted, rejected and cancelled; stages that back off, and leave. */
  private void commits() {
    var two =
        new CommitCell(2, CommitConfig.standard(), ThinkTime.NONE, new Machine(0, size(3, 3)));
    var first = two.told(0, two.plan(0, 1, Jobs.job(2)));
    var second = two.told(1, two.plan(1, 2, Jobs.job(2)));
    var place = two.judged(0, first).sent(PlaceTask.class).getFirst();
    var rejected = two.judged(1, second);
    two.told(1, two.retry(1, rejected));
    two.finished(0, 0, place);
    two.beatAfter(0, CommitCell.TIMING.beatNs());
    note(two.lifecycles(0));
    note(two.lifecycles(1));
  }

  private void partitionedJob() {
    var machines = new Machine[] {new Machine(0, size(1, 1)), new Machine(1, size(1, 1))};
    var two = new CommitCell(2, CommitConfig.standard(), ThinkTime.NONE, machines);
    var quick = two.told(0, two.planPartitioned(0, 1, Jobs.job(2)));
    var slow = two.told(1, two.planPartitioned(1, 2, Jobs.job(2)));
    two.judged(0, quick);
    two.judged(1, slow);
    two.planPartitioned(0, 3, Jobs.job(1));
    note(two.lifecycles(0));
    note(two.lifecycles(1));
  }

  /** Once after all partitions were refreshed, and once before. */
  private void refreshesThatStop() {
    long pastIdleGaps = 10 * Refresh.standard().gapNs();
    var fresh = CommitCell.of(CommitConfig.standard(), size(2, 2));
    fresh.judged(0, fresh.told(0, fresh.planPartitioned(0, 1, Jobs.job(1))));
    fresh.refreshAfter(0, pastIdleGaps);
    note(fresh.lifecycles(0));

    var stale = CommitCell.of(CommitConfig.standard(), size(2, 2));
    var committed = stale.told(0, stale.plan(0, 1, Jobs.job(1)));
    stale.planPartitioned(0, 2, Jobs.job(1));
    stale.tell(0, new StopJob(2));
    stale.judged(0, committed);
    stale.refreshAfter(0, pastIdleGaps);
    note(stale.lifecycles(0));
  }

  /** A job whose first stage is done by the record of the master, and that another began. */
  private void takenOver() {
    var cell = SchedulerCell.ofEpoch(2);
    var spec = JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a"));
    cell.scheduler.tell(SchedulerCell.view(1, 1));
    cell.scheduler.tell(new JobsInherited(2, 1, List.of(1L)));
    cell.scheduler.tell(
        new AssignJob(1, spec, SchedulerCell.CLIENT, 0, 2, true, Jobs.done(0, 0), 0, List.of()));
    cell.scheduler.tell(new AttemptsListed(0, 2, List.of(new HeldAttempt(99, 1, 1, 0, 1))));
    note(cell.scheduler.lifecycles());
  }

  /** The output of a task is lost until the task is given up. */
  private static Lifecycle<TaskState> lostTasks() {
    var lifecycle = new Lifecycle<>(TaskState.class);
    var tasks = new TaskTable(2, 0, 0, lifecycle);
    tasks.block(1);
    tasks.inputCame(0);
    tasks.inputLost(0);
    assertThat(tasks.waiting()).isZero();
    tasks.inputCame(0);
    assertThat(tasks.order().takeNext()).isZero();
    int losses = 0;
    do {
      tasks.succeed(0);
      losses++;
    } while (!tasks.reopen(0));
    assertThat(losses).isEqualTo(TaskTries.MAX_LOSSES + 1);
    tasks.succeed(1);
    assertThat(tasks.reopen(1)).isFalse();
    assertThat(tasks.isWaiting(1)).as("its input is not there").isFalse();
    return lifecycle;
  }

  /** The input of a stage is lost: made again, or the stage ends as it is. */
  private void starvedStages() {
    var spec = JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a"));
    for (var end : List.of("made again", "stopped", "complete")) {
      var cell = new SchedulerCell(3);
      long a = cell.reserved(1, spec).getFirst();
      var given = cell.assigned(a);
      var ofB =
          SchedulerCell.reservations(cell.finished(a, given, RunResult.SUCCESS.withOutput(1)));
      var reader = end.equals("complete") ? cell.assigned(ofB.getFirst()) : null;
      var lost = SchedulerCell.reservations(cell.scheduler.tell(SchedulerCell.left(2, 3, 0)));
      if (end.equals("made again")) {
        var again = cell.assigned(lost.getFirst());
        cell.finished(lost.getFirst(), again, RunResult.SUCCESS.withOutput(1));
      } else if (reader == null) {
        cell.scheduler.tell(new StopJob(1));
      } else {
        cell.finished(ofB.getFirst(), reader, RunResult.SUCCESS);
      }
      note(cell.scheduler.lifecycles());
    }
  }

  private static Lifecycle<TaskState> oneToOne() {
    var lifecycle = new Lifecycle<>(TaskState.class);
    var tasks = new TaskTable(4, 0, 0, lifecycle);
    tasks.block(2);
    tasks.adopt(3, 1);
    assertThat(tasks.lose(3)).as("it waits for its inputs").isFalse();
    assertThat(tasks.isWaiting(3)).isFalse();
    tasks.adopt(2, 1);
    assertThat(tasks.running()).isEqualTo(1);
    assertThat(tasks.inputCame(2)).isFalse();
    assertThat(tasks.inputCame(2)).as("it runs already").isFalse();
    assertThat(tasks.waiting()).isZero();
    assertThat(tasks.inputCame(0)).as("one of two").isFalse();
    assertThat(tasks.inputCame(0)).isTrue();
    assertThat(tasks.order().takeNext()).isZero();
    assertThat(tasks.succeed(1)).as("by the record of the master").isTrue();
    assertThat(tasks.inputCame(1)).isFalse();
    assertThat(tasks.inputCame(1)).as("it is done").isFalse();
    return lifecycle;
  }

  /** Tasks are withdrawn as they wait and run, come back, or succeed all the same. */
  private static Lifecycle<TaskState> resized() {
    var lifecycle = new Lifecycle<>(TaskState.class);
    var tasks = new TaskTable(4, 0, 0, lifecycle);
    for (int i = 0; i < 3; i++) {
      tasks.start(tasks.order().takeNext());
    }
    for (int i = 0; i < 3; i++) {
      tasks.withdrawLast();
    }
    tasks.addNext(true);
    assertThat(tasks.succeed(2)).as("before its node heard so").isTrue();
    tasks.addNext(false);
    tasks.addNext(false);
    assertThat(List.of(tasks.running(), tasks.succeeded(), tasks.waiting()))
        .containsExactly(2, 1, 1);
    return lifecycle;
  }

  @Test
  void noOtherTransitionIsAllowed() {
    assertThat(allowed(TaskState.class))
        .containsExactly(
            "BLOCKED WAITING",
            "BLOCKED RUNNING",
            "BLOCKED SUCCEEDED",
            "WAITING BLOCKED",
            "WAITING RUNNING",
            "WAITING SUCCEEDED",
            "WAITING WITHDRAWN",
            "RUNNING BLOCKED",
            "RUNNING WAITING",
            "RUNNING SUCCEEDED",
            "RUNNING FAILED",
            "RUNNING WITHDRAWN",
            "SUCCEEDED BLOCKED",
            "SUCCEEDED WAITING",
            "SUCCEEDED FAILED",
            "WITHDRAWN WAITING",
            "WITHDRAWN RUNNING",
            "WITHDRAWN SUCCEEDED");
    assertThat(allowed(StageState.class))
        .containsExactly(
            "BLOCKED OPEN",
            "BLOCKED COMPLETE",
            "OPEN STARVED",
            "OPEN CLOSED",
            "OPEN COMPLETE",
            "STARVED OPEN",
            "STARVED CLOSED",
            "STARVED COMPLETE",
            "CLOSED COMPLETE",
            "COMPLETE OPEN");
    assertThat(allowed(Takeover.TakeoverState.class))
        .containsExactly("ASKING GATHERING", "GATHERING COUNTING", "COUNTING OVER");
    assertThat(allowed(JobPhase.class))
        .containsExactly("COUNTING RUNNING", "RUNNING CLOSING", "CLOSING OVER");
    assertThat(allowed(AttemptState.class))
        .containsExactly(
            "CLAIMING PLACED",
            "CLAIMING CANCELLED",
            "PLACED ENDING",
            "PLACED ENDED",
            "ENDING ENDED");
    assertThat(allowed(ReservationState.class))
        .containsExactly("QUEUED BOUND", "QUEUED WITHDRAWN", "QUEUED LOST", "QUEUED ENDED");
  }

  /** All that are allowed; each of the others is refused by an assertion. */
  private static <S extends Enum<S> & Lifecycle.State<S>> List<String> allowed(Class<S> kind) {
    List<String> allowed = new ArrayList<>();
    var lifecycle = new Lifecycle<>(kind);
    for (var from : kind.getEnumConstants()) {
      for (var to : kind.getEnumConstants()) {
        if (from.mayBecome(to)) {
          allowed.add(from + " " + to);
        } else {
          assertThatThrownBy(() -> lifecycle.change(from, to))
              .isInstanceOf(AssertionError.class)
              .hasMessage(kind.getSimpleName() + ": " + from + " may not become " + to);
        }
      }
    }
    return allowed;
  }
}
