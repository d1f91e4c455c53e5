package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static dev.muster.core.scheduler.SchedulerCell.MASTER;
import static dev.muster.core.scheduler.SchedulerCell.SELF;
import static dev.muster.core.scheduler.SchedulerCell.TIMING;
import static dev.muster.core.scheduler.SchedulerCell.reservations;
import static dev.muster.core.scheduler.SchedulerCell.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.ListAttempts;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The second epoch of a scheduler comes into the jobs of the first, in a cell of two nodes. */
final class TakeoverTest {

  private static final int EPOCH = 2;
  private static final long OLD = ReservationId.of(ReservationId.base(0, 1), 5, 17);
  private static final RunResult FAILED = RunResult.failed(1, "no");

  private final SchedulerCell cell = SchedulerCell.ofEpoch(EPOCH);

  private static AssignJob plan(long job, JobSpec spec, boolean inherited, int... done) {
    return new AssignJob(job, spec, CLIENT, 0, EPOCH, inherited, Jobs.done(0, done), 0, List.of());
  }

  private static HeldAttempt held(long reservation, long job, int task) {
    return new HeldAttempt(reservation, job, 0, task, 3);
  }

  private RecordingEffects counted(int node, HeldAttempt... held) {
    return cell.scheduler.tell(new AttemptsListed(node, EPOCH, List.of(held)));
  }

  /** All is there but the answers of the nodes. */
  private RecordingEffects counting(JobSpec spec, int... done) {
    cell.scheduler.tell(new JobsInherited(EPOCH, 1, List.of(1L)));
    cell.scheduler.tell(plan(1, spec, true, done));
    return cell.scheduler.tell(view(1, 2));
  }

  private RecordingEffects finished(long reservation, int task, RunResult result) {
    return cell.scheduler.tell(new TaskFinished(0, reservation, 1, 0, task, result));
  }

  @Test
  void theFirstEpochAsksNobody() {
    var first = new SchedulerCell(2);

    assertThat(first.scheduler.start().sent(TakeOverJobs.class)).isEmpty();
    assertThat(first.beatAfter(MS).sent(TakeOverJobs.class)).isEmpty();
    assertThat(reservations(first.plan(1, Jobs.job(1)))).hasSize(2);
  }

  @Test
  void theMasterIsAskedUntilAllJobsAreHereAndThenTheNodes() {
    var ask = new TakeOverJobs(SELF, EPOCH);
    assertThat(cell.scheduler.start().sentTo(MASTER)).containsExactly(ask);
    assertThat(cell.beatAfter(MS).sent(TakeOverJobs.class)).containsExactly(ask);
    assertThat(cell.scheduler.tell(new JobsInherited(1, 1, List.of())).all())
        .as("for one that died")
        .isEmpty();
    assertThat(
            cell.scheduler.tell(new JobsInherited(EPOCH, 1, List.of(1L))).sent(GetMachines.class))
        .hasSize(1);
    cell.scheduler.tell(view(1, 2));
    assertThat(cell.beatAfter(MS).sent(TakeOverJobs.class)).containsExactly(ask);

    var here = cell.scheduler.tell(plan(1, Jobs.job(2), true));
    assertThat(here.only(Send.class))
        .containsExactly(
            new Send(MASTER, new JobTaken(1, EPOCH)),
            new Send(NodeEvent.at(0), new ListAttempts(SELF, EPOCH)),
            new Send(NodeEvent.at(1), new ListAttempts(SELF, EPOCH)));
    assertThat(cell.beatAfter(MS).sent(TakeOverJobs.class)).isEmpty();
  }

  @Test
  void claimsOfOlderEpochsEndUnlessATaskStillNeedsThem() {
    long idle = ReservationId.of(ReservationId.base(0, 1), 5, 18);
    cell.scheduler.tell(new JobsInherited(EPOCH, 1, List.of(1L), List.of(OLD, idle)));
    cell.scheduler.tell(plan(1, Jobs.job(1), true));
    cell.scheduler.tell(view(1, 2));
    counted(0, held(OLD, 1, 0));
    counted(1);

    var released = cell.beatAfter(MS).sent(CommitTransaction.class);

    assertThat(released).hasSize(1);
    assertThat(released.getFirst().transaction().released()).containsExactly(idle);
  }

  @Test
  void theNewestAttemptOfATaskIsTakenOver() {
    long newer = ReservationId.of(ReservationId.base(0, 1), 5, 18);
    long oldest = ReservationId.of(ReservationId.base(0, 1), 5, 19);
    counting(Jobs.job(1));
    counted(
        0,
        new HeldAttempt(OLD, 1, 0, 0, 2),
        new HeldAttempt(newer, 1, 0, 0, 3),
        new HeldAttempt(oldest, 1, 0, 0, 1));
    counted(1);

    assertThat(reservations(finished(OLD, 0, FAILED))).as("the newer may succeed").isEmpty();
    assertThat(finished(oldest, 0, FAILED).sent(JobFinished.class)).isEmpty();
    assertThat(finished(newer, 0, FAILED).sent(JobFinished.class)).as("no retry").hasSize(1);
  }

  @Test
  void attemptsOfATaskThatANewerOneHasOrThatIsDoneAreEnded() {
    long newer = ReservationId.of(ReservationId.base(0, 1), 5, 18);
    long done = ReservationId.of(ReservationId.base(0, 1), 5, 19);
    counting(Jobs.job(2), 1);
    var older = counted(0, new HeldAttempt(OLD, 1, 0, 0, 2), new HeldAttempt(done, 1, 0, 1, 1));
    var newest = counted(1, new HeldAttempt(newer, 1, 0, 0, 3));

    assertThat(killed(older)).containsExactly(done);
    assertThat(killed(newest)).containsExactly(OLD);
  }

  private static List<Long> killed(RecordingEffects out) {
    return out.sent(KillTask.class).stream().map(KillTask::reservation).toList();
  }

  @Test
  void allAttemptsOfATaskThatWasWithdrawnAreEndedUntilTheyHave() {
    long newer = ReservationId.of(ReservationId.base(0, 1), 5, 18);
    counting(Jobs.job(1));
    counted(0, new HeldAttempt(OLD, 1, 0, 1, 2), new HeldAttempt(newer, 1, 0, 1, 3));

    assertThat(cell.beatAfter(MS).sent(KillTask.class))
        .extracting(KillTask::reservation)
        .containsExactlyInAnyOrder(OLD, newer);
  }

  @Test
  void aViewOfBeforeDoesNotDo() {
    cell.scheduler.tell(view(1, 1));
    cell.scheduler.tell(plan(1, Jobs.job(1), true));
    cell.scheduler.tell(new JobsInherited(EPOCH, 2, List.of(1L)));
    assertThat(counted(0).all()).isEmpty();

    assertThat(cell.scheduler.tell(view(2, 2)).sent(ListAttempts.class)).hasSize(2);
  }

  @Test
  void noTaskStartsUntilAllNodesAreCountedAndNewJobsNeedNotWait() {
    assertThat(counting(Jobs.job(2)).sent(ListAttempts.class)).hasSize(2);
    assertThat(reservations(counted(0))).isEmpty();
    assertThat(reservations(cell.beatAfter(MS))).isEmpty();
    assertThat(reservations(cell.scheduler.tell(plan(2, Jobs.job(1), false)))).hasSize(2);

    assertThat(reservations(counted(1))).hasSize(4);
    assertThat(counted(1).all()).as("said twice").isEmpty();
  }

  @Test
  void aPlanForOneThatDiedIsNotTaken() {
    assertThat(cell.scheduler.tell(new AssignJob(1, Jobs.job(1), CLIENT, 0)).all()).isEmpty();
  }

  @Test
  void whatIsDoneIsNotRunAgainAndNumbersOfAttemptsAreNew() {
    counting(Jobs.job(3), 0, 2);
    counted(0);
    var ids = reservations(counted(1));
    assertThat(ids).hasSize(2);
    var work = cell.assigned(0, ids.get(0));
    assertThat(work.index()).isEqualTo(1);
    assertThat(work.attempt()).isEqualTo(1_000_001);

    var end = cell.finished(0, ids.get(0), work, RunResult.SUCCESS).sent(JobFinished.class);
    assertThat(end.getFirst().report().stages())
        .containsExactly(new StageReport("work", 3, 0, 3, 0, 3));
  }

  @Test
  void aJobOfWhichAllIsDoneOnlyHasToEnd() {
    counting(Jobs.job(2), 0, 1);
    counted(0);

    var end = counted(1).sent(JobFinished.class).getFirst();
    assertThat(end.epoch()).isEqualTo(EPOCH);
    assertThat(end.report().state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void aStageGoesOnWhereTheStagesBeforeItAreDone() {
    counting(JobSpec.of("job", stage("a", 2), stage("b", 1).withAfter("a")), 0, 1);
    counted(0);
    var ids = reservations(counted(1));

    assertThat(cell.assigned(0, ids.get(0)).stage()).isEqualTo(1);
  }

  @Test
  void whatANodeHasIsNotGivenOutAndItsResultCounts() {
    counting(Jobs.job(2));
    counted(0, held(OLD, 1, 0));
    var ids = reservations(counted(1));
    assertThat(ids).as("for the other task").hasSize(2);
    var other = cell.assigned(1, ids.get(1));
    assertThat(other.index()).isEqualTo(1);
    assertThat(cell.wanted(0, ids.get(0)).sent(NoTask.class)).hasSize(1);

    cell.finished(1, ids.get(1), other, RunResult.SUCCESS);
    var end = finished(OLD, 0, RunResult.SUCCESS).sent(JobFinished.class).getFirst();
    assertThat(end.report().stages()).containsExactly(new StageReport("work", 2, 0, 2, 0, 2));
  }

  @Test
  void whatWasTakenOverIsAskedAboutAndLostAsAnyOther() {
    counting(Jobs.job(1));
    counted(0, held(OLD, 1, 0));
    counted(1);
    assertThat(cell.beatAfter(TIMING.confirmAfterNs()).sent(ConfirmReservations.class).getFirst())
        .extracting(ConfirmReservations::reservations)
        .isEqualTo(List.of(OLD));

    var again = reservations(cell.unknown(0, cell.scheduler.nowNs(), OLD));
    assertThat(cell.assigned(0, again.get(0)).attempt()).isEqualTo(1_000_001);
  }

  @Test
  void aFailureOfWhatWasTakenOverCostsATryAndNamesItsAttempt() {
    counting(JobSpec.of("job", stage("work", 1).withRetries(1)));
    counted(0, held(OLD, 1, 0));
    counted(1);
    var failed = finished(OLD, 0, FAILED);
    var again = reservations(failed);
    int node = SchedulerCell.firstNode(failed);
    var work = cell.assigned(node, again.get(0));
    var end = cell.finished(node, again.get(0), work, FAILED).sent(JobFinished.class).getFirst();

    assertThat(end.report().failures()).singleElement().returns(1_000_001, f -> f.attempt());
  }

  @Test
  void theOnlyTryMayHaveBeenThatOfOneThatDied() {
    counting(Jobs.job(1));
    counted(0, held(OLD, 1, 0));
    counted(1);
    var end = finished(OLD, 0, FAILED).sent(JobFinished.class).getFirst();

    assertThat(end.report().failures()).singleElement().returns(3, f -> f.attempt());
  }

  @Test
  void ofTwoAttemptsOfATaskTheFirstToSucceedCounts() {
    counting(Jobs.job(1));
    counted(0, held(OLD, 1, 0));
    assertThat(reservations(counted(1, held(OLD + 1, 1, 0)))).isEmpty();
    var first = cell.scheduler.tell(new TaskFinished(1, OLD + 1, 1, 0, 0, RunResult.SUCCESS));

    assertThat(first.sent(KillTask.class)).extracting(KillTask::reservation).containsExactly(OLD);
  }

  @Test
  void aResultThatComesBeforeItsJobIsNotForgotten() {
    assertThat(finished(OLD, 0, RunResult.SUCCESS).all()).isEmpty();
    cell.scheduler.tell(new JobsInherited(EPOCH, 1, List.of(1L)));
    assertThat(finished(OLD, 0, RunResult.SUCCESS).all()).isEmpty();
    assertThat(cell.scheduler.tell(new TaskFinished(0, 7, 9, 0, 0, RunResult.SUCCESS)).all())
        .as("of a job that has ended")
        .containsExactly(new Send(NodeEvent.at(0), new AcknowledgeResult(7, false)));

    cell.scheduler.tell(plan(1, Jobs.job(1), true));
    cell.scheduler.tell(view(1, 1));
    finished(OLD, 0, RunResult.SUCCESS);
    assertThat(counted(0, held(OLD, 1, 0)).sent(JobFinished.class)).hasSize(1);
    assertThat(cell.scheduler.tell(new JobEndRecorded(1)).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(OLD, true));
  }

  @Test
  void aResultThatWasOnRecordAlreadyIsAcknowledgedAtOnce() {
    counting(Jobs.job(2), 0);

    assertThat(finished(OLD, 0, RunResult.SUCCESS).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(OLD, false));
  }

  @Test
  void aJobThatIsCancelledMeanwhileEndsWhenWhatNodesHaveOfItHasEnded() {
    counting(Jobs.job(2));
    assertThat(cell.scheduler.tell(new StopJob(1)).sent(JobFinished.class)).isEmpty();
    counted(0, held(OLD, 1, 0));
    var known = counted(1);
    assertThat(known.sent(KillTask.class)).extracting(KillTask::reservation).containsExactly(OLD);
    assertThat(known.sent(JobFinished.class)).isEmpty();

    var end = finished(OLD, 0, RunResult.failed(143, "")).sent(JobFinished.class);
    assertThat(end.getFirst().report().state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void aNodeThatDoesNotAnswerIsWaitedForUntilTheMasterSaysThatItIsDead() {
    counting(Jobs.job(1));
    counted(0);
    for (int asked = 1; asked < 100; asked++) {
      var beat = cell.beatAfter(TIMING.beatNs());
      assertThat(beat.sentTo(NodeEvent.at(1))).containsExactly(new ListAttempts(SELF, EPOCH));
      assertThat(reservations(beat)).isEmpty();
    }

    var given = cell.scheduler.tell(new MachinesChanged(1, 2, List.of(), List.of(1)));
    assertThat(given.sent(ListAttempts.class)).isEmpty();
    assertThat(reservations(given)).hasSize(2);
    assertThat(counted(1, held(OLD, 1, 0)).all()).as("the dead have nothing").isEmpty();
  }

  @Test
  void anAssignmentOfAnOldReservationIsNotMade() {
    counting(Jobs.job(1));
    counted(0);
    counted(1);

    assertThat(cell.wanted(0, OLD).sent(LaunchTask.class)).isEmpty();
  }

  @Test
  void anEpochThatIsOverDoesNotLetNodesForgetResultsOfTheNext() {
    var over = SchedulerCell.ofEpoch(2).scheduler;
    long ofTheNext = ReservationId.of(ReservationId.base(0, 3), 1, 1);
    var failed = RunResult.failed(1, "no");
    over.tell(new JobsInherited(2, 0, List.of(), List.of()));

    for (var result : List.of(RunResult.SUCCESS, failed)) {
      assertThat(over.tell(new TaskFinished(0, ofTheNext, 1, 0, 0, result)).all()).isEmpty();
    }
  }

  @Test
  void aTaskThatRunsThoughItsOwnInputIsNotOnRecordIsAdoptedAndNotRunAgain() {
    var edges = List.of(Edge.oneToOne("a"));
    counting(JobSpec.of("job", stage("a", 1), stage("b", 1).withEdges(edges)));
    counted(0, new HeldAttempt(OLD, 1, 1, 0, 3));
    counted(1);

    var input = finished(OLD + 1, 0, RunResult.SUCCESS);

    assertThat(input.sent(EnqueueReservation.class)).isEmpty();
    var end = cell.scheduler.tell(new TaskFinished(0, OLD, 1, 1, 0, RunResult.SUCCESS));
    assertThat(end.sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void attemptsOfAStageThatIsBlockedByTheRecordEndWithTheirJob() {
    counting(JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a")));
    counted(0, new HeldAttempt(OLD, 1, 1, 0, 3));
    counted(1);

    var stopped = cell.scheduler.tell(new StopJob(1));

    assertThat(stopped.sent(KillTask.class)).extracting(KillTask::reservation).containsExactly(OLD);
    var killed = RunResult.of(Outcome.KILLED, 143, "");
    var end = cell.scheduler.tell(new TaskFinished(0, OLD, 1, 1, 0, killed));
    assertThat(end.sent(JobFinished.class)).hasSize(1);
  }
}
