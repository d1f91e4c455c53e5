package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static dev.muster.core.scheduler.SchedulerCell.SELF;
import static dev.muster.core.scheduler.SchedulerCell.node;
import static dev.muster.core.scheduler.SchedulerCell.reservations;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent.HoldRejected;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.Notice.StageSizeChanged;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stages that get another size while they wait, run, end, or are taken over. */
final class ResizeTest {

  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");
  private static final RunResult FAILED = RunResult.failed(1, "no");
  private static final long OLD = ReservationId.of(ReservationId.base(0, 1), 5, 17);

  private SchedulerCell cell = new SchedulerCell(20);
  private int epoch = 1;
  private int heldTasks;
  private final List<Long> reserved = new ArrayList<>();

  /** Hands over a job whose tasks are not started. */
  private void plan(JobSpec spec) {
    reserved.addAll(cell.reserved(1, spec));
  }

  /** Starts the next task, on whichever node asks. */
  private LaunchTask launched() {
    while (true) {
      long next = reserved.removeFirst();
      var answer = cell.wanted(cell.nodeOf(next), next);
      reserved.addAll(reservations(answer));
      var launched = answer.sent(LaunchTask.class);
      if (!launched.isEmpty()) {
        return launched.getFirst();
      }
    }
  }

  private RecordingEffects ended(LaunchTask launched, RunResult result) {
    var effects = cell.finished(launched.reservation(), launched.work(), result);
    reserved.addAll(reservations(effects));
    return effects;
  }

  private RecordingEffects hold(int revision, int stage, int tasks) {
    var effects = cell.scheduler.tell(new HoldStage(epoch, 1, revision, stage, tasks));
    if (!effects.sent(StageHeld.class).isEmpty()) {
      heldTasks = tasks;
    }
    return effects;
  }

  private RecordingEffects recorded(int revision) {
    var effects = cell.scheduler.tell(new StageSizeRecorded(1, revision, heldTasks));
    reserved.addAll(reservations(effects));
    return effects;
  }

  private RecordingEffects resized(int revision, int stage, int tasks) {
    assertThat(hold(revision, stage, tasks).sent(StageHeld.class))
        .containsExactly(new StageHeld(SELF, 1, 1, revision, stage, tasks));
    return recorded(revision);
  }

  private static List<StageReport> stages(RecordingEffects effects) {
    var end = effects.sent(JobFinished.class).getFirst().report();
    assertThat(end.state()).isEqualTo(JobState.SUCCEEDED);
    return end.stages();
  }

  @Test
  void aStageGrowsOnceItsSizeIsOnRecord() {
    plan(Jobs.job(2));
    var first = launched();
    assertThat(reservations(hold(1, 0, 4))).as("not yet").isEmpty();
    assertThat(reservations(recorded(1))).hasSize(2 * 3 - 3);

    var tasks = List.of(first, launched(), launched(), launched());
    assertThat(tasks).extracting(each -> each.work().index()).containsExactly(0, 1, 2, 3);
    assertThat(tasks.getLast().work().spec().tasks()).as("what the task sees").isEqualTo(4);
    tasks
        .subList(0, 3)
        .forEach(
            each -> assertThat(ended(each, RunResult.SUCCESS).sent(JobFinished.class)).isEmpty());
    assertThat(stages(ended(tasks.get(3), RunResult.SUCCESS)))
        .containsExactly(new StageReport("work", 4, 0, 4, 0, 4));
  }

  @Test
  void whatWaitsBeyondTheNewSizeVanishes() {
    plan(Jobs.job(4));
    var first = launched();
    var second = launched();
    var shrunk = resized(1, 0, 2);
    assertThat(shrunk.published()).containsExactly(new StageSizeChanged(1, 0, 2));
    assertThat(shrunk.sent(KillTask.class)).isEmpty();
    assertThat(shrunk.sent(WithdrawReservation.class)).isNotEmpty();
    ended(first, RunResult.SUCCESS);

    assertThat(stages(ended(second, RunResult.SUCCESS)))
        .containsExactly(new StageReport("work", 2, 0, 2, 0, 2));
  }

  @Test
  void whatRunsBeyondTheNewSizeIsEndedAndTheJobWaitsForIt() {
    plan(Jobs.job(3));
    var tasks = List.of(launched(), launched(), launched());
    var shrunk = resized(1, 0, 1);
    assertThat(shrunk.sent(KillTask.class))
        .extracting(KillTask::reservation)
        .containsExactlyInAnyOrder(tasks.get(1).reservation(), tasks.get(2).reservation());
    assertThat(ended(tasks.get(0), RunResult.SUCCESS).sent(JobFinished.class)).isEmpty();
    assertThat(cell.beatAfter(MS).sent(KillTask.class)).as("again").hasSize(2);
    assertThat(ended(tasks.get(1), KILLED).sent(AcknowledgeResult.class)).hasSize(1);
    assertThat(stages(ended(tasks.get(2), FAILED)))
        .as("its failure is nobody's")
        .containsExactly(new StageReport("work", 1, 0, 1, 0, 3));
  }

  @Test
  void whatHasSucceededStaysSoAndIsNotRunAgain() {
    plan(Jobs.job(3));
    var tasks = List.of(launched(), launched(), launched());
    ended(tasks.get(2), RunResult.SUCCESS);
    resized(1, 0, 1);
    assertThat(cell.beatAfter(MS).sent(TasksSucceeded.class))
        .singleElement()
        .extracting(TasksSucceeded::tasks)
        .isEqualTo(Jobs.tasks(0, 2));
    resized(2, 0, 4);
    ended(tasks.get(1), KILLED);
    assertThat(List.of(launched(), launched()))
        .extracting(each -> each.work().index())
        .containsExactlyInAnyOrder(1, 3);
    assertThat(cell.beatAfter(MS).sent(LaunchTask.class)).isEmpty();
  }

  @Test
  void aSuccessThatOvertakesItsEndCountsAndIsRecorded() {
    plan(Jobs.job(2));
    var tasks = List.of(launched(), launched());
    resized(1, 0, 1);
    assertThat(ended(tasks.get(1), RunResult.SUCCESS).sent(AcknowledgeResult.class)).isEmpty();
    assertThat(cell.recorded(1).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(tasks.get(1).reservation(), true));

    assertThat(stages(ended(tasks.get(0), RunResult.SUCCESS)))
        .containsExactly(new StageReport("work", 1, 0, 1, 0, 2));
  }

  @Test
  void aLateSuccessDoesNotEndAStageTwice() {
    plan(JobSpec.of("job", stage("a", 2), stage("b", 1).withAfter("a"), stage("c", 1)));
    var tasks = List.of(launched(), launched());
    resized(1, 0, 1);
    ended(tasks.get(0), RunResult.SUCCESS);

    assertThat(ended(tasks.get(1), RunResult.SUCCESS).sent(JobFinished.class)).isEmpty();
    assertThat(hold(2, 1, 3).sent(StageHeld.class)).as("b goes on").hasSize(1);
  }

  @Test
  void aTaskThatIsGivenBackAndTakenAgainHasAllItsRetries() {
    plan(JobSpec.of("job", stage("a", 2).withRetries(1)));
    launched();
    var doomed = launched();
    resized(1, 0, 1);
    ended(doomed, KILLED);
    resized(2, 0, 2);
    assertThat(ended(launched(), FAILED).sent(JobFinished.class)).as("one retry left").isEmpty();
    var last = launched();
    assertThat(last.work().index()).isEqualTo(1);
    assertThat(ended(last, FAILED).sent(KillTask.class)).as("now the job ends").hasSize(1);
  }

  @Test
  void aTaskThatIsTakenAgainBeforeItHasEndedStartsOnlyThen() {
    plan(JobSpec.of("job", stage("a", 2).withRetries(1)));
    launched();
    var doomed = launched();
    resized(1, 0, 1);
    assertThat(reservations(resized(2, 0, 2))).as("it is under way").isEmpty();
    ended(doomed, KILLED);
    reserved.addAll(reservations(cell.beatAfter(MS)));
    var again = launched();
    assertThat(again.work().index()).isEqualTo(1);
    assertThat(ended(again, FAILED).sent(JobFinished.class)).isEmpty();
    assertThat(ended(launched(), FAILED).sent(KillTask.class)).as("now the job ends").hasSize(1);
  }

  @Test
  void aTaskOfTheNewSizeIsNotGivenToWhoAsksAgain() {
    plan(Jobs.job(2));
    launched();
    var doomed = launched();
    resized(1, 0, 1);

    assertThat(
            cell.wanted(cell.nodeOf(doomed.reservation()), doomed.reservation()).sent(NoTask.class))
        .hasSize(1);
  }

  @Test
  void aStageDoesNotEndWhileItIsHeldAndThoseAfterItWait() {
    plan(JobSpec.of("job", stage("a", 2), stage("b", 1).withAfter("a")));
    var tasks = List.of(launched(), launched());
    hold(1, 0, 3);
    tasks.forEach(each -> assertThat(reservations(ended(each, RunResult.SUCCESS))).isEmpty());
    assertThat(cell.beatAfter(MS).sent(StageHeld.class)).as("until recorded").hasSize(1);
    recorded(1);
    assertThat(cell.beatAfter(MS).sent(StageHeld.class)).isEmpty();
    var third = launched();
    assertThat(third.work().index()).isEqualTo(2);
    assertThat(third.work().stage()).isZero();
    ended(third, RunResult.SUCCESS);
    assertThat(launched().work().stage()).isEqualTo(1);
  }

  @Test
  void aStageEndsWhenItIsMadeAsSmallAsWhatIsDone() {
    plan(JobSpec.of("job", stage("a", 3), stage("b", 1).withAfter("a")));
    ended(launched(), RunResult.SUCCESS);
    resized(1, 0, 1);

    assertThat(launched().work().stage()).isEqualTo(1);
  }

  @Test
  void aStageThatWaitsForOthersIsResizedToo() {
    plan(JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a")));
    assertThat(reservations(resized(1, 1, 2))).isEmpty();
    ended(launched(), RunResult.SUCCESS);

    assertThat(List.of(launched(), launched()))
        .extracting(LaunchTask::work)
        .extracting(Work::stage)
        .containsExactly(1, 1);
  }

  @Test
  void aStageThatHasEndedIsNotResized() {
    plan(JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a")));
    ended(launched(), RunResult.SUCCESS);

    assertThat(hold(1, 0, 3).sent(HoldRejected.class))
        .containsExactly(new HoldRejected(SELF, 1, 1, 1, "`stage`: `a` has ended"));
    launched();
    cell.scheduler.tell(new StopJob(1));
    assertThat(hold(2, 1, 3).sent(HoldRejected.class))
        .containsExactly(new HoldRejected(SELF, 1, 1, 2, "`job`: is ending"));
    assertThat(cell.scheduler.tell(new HoldStage(1, 9, 1, 0, 3)).all()).as("no such job").isEmpty();
  }

  @Test
  void repeatedOvertakenAndStaleMessagesChangeNothing() {
    plan(Jobs.job(2));
    assertThat(recorded(1).all()).as("nothing is held").isEmpty();
    hold(2, 0, 4);
    assertThat(hold(2, 0, 4).all()).as("twice").isEmpty();
    assertThat(hold(3, 0, 9).all()).as("one at a time").isEmpty();
    assertThat(recorded(1).all()).as("of an older one").isEmpty();
    assertThat(reservations(recorded(2))).hasSize(4);
    assertThat(recorded(2).all()).as("twice").isEmpty();
    assertThat(hold(2, 0, 4).all()).as("stale").isEmpty();
    assertThat(hold(1, 0, 1).all()).as("stale").isEmpty();

    var running = launched();
    assertThat(hold(3, 0, 9).sent(StageHeld.class)).hasSize(1);
    cell.scheduler.tell(new StopJob(1));
    assertThat(recorded(3).all()).as("the job is ending").isEmpty();
    assertThat(ended(running, KILLED).sent(JobFinished.class))
        .singleElement()
        .extracting(each -> each.report().stages().getFirst().tasks())
        .isEqualTo(4);
  }

  @Test
  void newTasksAreThoughtAbout() {
    cell = new SchedulerCell(20, SchedulerCell.TIMING, new ThinkTime(5, 7));
    plan(Jobs.job(2));

    assertThat(resized(1, 0, 5).only(Effect.Busy.class))
        .containsExactly(new Effect.Busy(5 + 3 * 7));
    assertThat(resized(2, 0, 1).only(Effect.Busy.class)).isEmpty();
  }

  // Claims.

  @Test
  void aClaimForATaskBeyondTheNewSizeIsGivenBack() {
    var shared =
        new CommitCell(1, CommitConfig.standard(), ThinkTime.NONE, new Machine(0, size(4, 4)));
    var commit = shared.told(0, shared.plan(0, 1, Jobs.job(3)));
    shared.tell(0, new HoldStage(1, 1, 1, 0, 1));
    shared.tell(0, new StageSizeRecorded(1, 1, 1));
    var placed = shared.judged(0, commit);

    assertThat(placed.sent(PlaceTask.class))
        .extracting(PlaceTask::work)
        .extracting(Work::index)
        .containsExactly(0);
    shared.judged(0, shared.beatAfter(0, CommitCell.TIMING.beatNs()));
    assertThat(shared.state().claims()).isEqualTo(1);
  }

  // Takeover.

  private RecordingEffects takenOver(JobSpec spec, int revision, HeldAttempt... held) {
    cell = SchedulerCell.ofEpoch(2);
    epoch = 2;
    cell.scheduler.tell(new JobsInherited(2, 1, List.of(1L)));
    cell.scheduler.tell(
        new AssignJob(1, spec, CLIENT, 0, 2, true, Jobs.done(0, 0, 4), revision, List.of()));
    cell.scheduler.tell(SchedulerCell.view(1, 1));
    assertThat(hold(revision + 1, 0, 5).all()).as("nothing is known yet").isEmpty();
    var effects = cell.scheduler.tell(new AttemptsListed(0, 2, List.of(held)));
    reserved.addAll(reservations(effects));
    return effects;
  }

  @Test
  void aNewEpochGoesOnWithTheSizeOnRecordAndEndsWhatIsBeyond() {
    var effects =
        takenOver(
            Jobs.job(2), 3, new HeldAttempt(OLD, 1, 0, 1, 1), new HeldAttempt(OLD + 1, 1, 0, 9, 2));
    assertThat(effects.sentTo(node(0)))
        .containsExactly(new KillTask(SELF, cell.scheduler.nowNs(), OLD + 1));
    assertThat(hold(3, 0, 7).all()).as("stale").isEmpty();
    assertThat(
            cell.scheduler
                .tell(new TaskFinished(0, OLD, 1, 0, 1, RunResult.SUCCESS))
                .sent(JobFinished.class))
        .as("one is being ended")
        .isEmpty();

    assertThat(stages(cell.scheduler.tell(new TaskFinished(0, OLD + 1, 1, 0, 9, KILLED))))
        .extracting(StageReport::tasks, StageReport::succeeded)
        .containsExactly(tuple(2, 2));
  }

  @Test
  void aTakenOverStageGrowsAndWhatIsDoneBeyondCounts() {
    takenOver(Jobs.job(2), 3, new HeldAttempt(OLD + 1, 1, 0, 2, 2));
    assertThat(hold(4, 0, 5).sent(StageHeld.class)).hasSize(1);
    recorded(4);
    var first = launched();
    var second = launched();
    assertThat(List.of(first.work().index(), second.work().index()))
        .as("0 and 4 are done, 2 is being ended")
        .containsExactlyInAnyOrder(1, 3);
    var killed = cell.scheduler.tell(new TaskFinished(0, OLD + 1, 1, 0, 2, KILLED));
    reserved.addAll(reservations(killed));
    assertThat(launched().work().index()).isEqualTo(2);
  }

  @Test
  void aResultThatNobodyKnowsOfMayBeBeyondTheSize() {
    takenOver(Jobs.job(2), 3);
    var done = cell.scheduler.tell(new TaskFinished(0, OLD, 1, 0, 30, RunResult.SUCCESS));
    assertThat(done.sent(AcknowledgeResult.class)).isEmpty();

    assertThat(cell.recorded(1).sent(AcknowledgeResult.class)).hasSize(1);
  }

  @Test
  void aStageIsNotResizedWhereAnOlderEpochHasStartedWhatFollows() {
    var spec = JobSpec.of("job", stage("a", 2), stage("b", 1).withAfter("a"));
    takenOver(spec, 0, new HeldAttempt(OLD, 1, 0, 1, 1), new HeldAttempt(OLD + 1, 1, 1, 0, 1));

    assertThat(hold(1, 0, 3).sent(HoldRejected.class))
        .extracting(HoldRejected::why)
        .containsExactly("`stage`: `a` has ended");
  }

  @Test
  void aStageIsNotResizedWhereTheResultOfWhatFollowsCameWithoutItsAttempt() {
    var spec = JobSpec.of("job", stage("a", 9), stage("b", 2).withAfter("a"));
    takenOver(spec, 0);
    cell.scheduler.tell(new TaskFinished(0, OLD + 1, 1, 1, 0, RunResult.SUCCESS));

    assertThat(hold(1, 0, 3).sent(HoldRejected.class))
        .extracting(HoldRejected::why)
        .containsExactly("`stage`: `a` has ended");
  }

  @Test
  void whatAnotherEpochIsAskedToHoldIsIgnored() {
    takenOver(Jobs.job(9), 0);
    assertThat(cell.scheduler.tell(new HoldStage(1, 1, 1, 0, 3)).all()).isEmpty();
    assertThat(cell.scheduler.tell(new HoldStage(3, 1, 1, 0, 3)).all()).isEmpty();

    assertThat(hold(1, 0, 3).sent(StageHeld.class)).hasSize(1);
  }

  @Test
  void aStageThatWasDoneBeforeItWasUnblockedOpensForTheTasksThatItGets() {
    cell = SchedulerCell.ofEpoch(2);
    epoch = 2;
    var spec = JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a"));
    cell.scheduler.tell(SchedulerCell.view(1, 2));
    cell.scheduler.tell(new JobsInherited(2, 1, List.of(1L)));
    cell.scheduler.tell(new AssignJob(1, spec, CLIENT, 0, 2, true, Jobs.done(0), 0, List.of()));
    cell.scheduler.tell(new AttemptsListed(0, 2, List.of(new HeldAttempt(OLD, 1, 1, 0, 1))));
    cell.scheduler.tell(new AttemptsListed(1, 2, List.of()));
    assertThat(hold(1, 1, 2).sent(StageHeld.class)).hasSize(1);
    cell.scheduler.tell(new TaskFinished(0, OLD, 1, 1, 0, RunResult.SUCCESS));
    cell.scheduler.tell(new TaskFinished(0, OLD + 1, 1, 0, 0, RunResult.SUCCESS));

    recorded(1);
    assertThat(stages(ended(launched(), RunResult.SUCCESS)))
        .extracting(StageReport::name, StageReport::succeeded)
        .containsExactly(tuple("a", 1), tuple("b", 2));
  }
}
