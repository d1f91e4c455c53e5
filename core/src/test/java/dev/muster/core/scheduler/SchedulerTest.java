package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static dev.muster.core.scheduler.SchedulerCell.MASTER;
import static dev.muster.core.scheduler.SchedulerCell.SELF;
import static dev.muster.core.scheduler.SchedulerCell.TIMING;
import static dev.muster.core.scheduler.SchedulerCell.node;
import static dev.muster.core.scheduler.SchedulerCell.reservations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.model.AttemptPhase;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a scheduler does while every message arrives; see {@link SchedulerRepairTest} for the rest.
 */
final class SchedulerTest {

  private static final RunResult FAILED = RunResult.failed(1, "no");
  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");

  private final SchedulerCell cell = new SchedulerCell(8);

  // Reserving.

  @Test
  void aJobOfMTasksGetsTwoTimesMReservationsOfItsSize() {
    var planned = cell.plan(1, JobSpec.of("job", stage("work", 3, size(2, 1))));

    assertThat(planned.sentTo(MASTER)).containsExactly(new JobTaken(1, 1));
    assertThat(planned.sent(EnqueueReservation.class))
        .hasSize(6)
        .allMatch(reserve -> reserve.scheduler().equals(SELF))
        .allMatch(reserve -> reserve.demand().resources().equals(size(2, 1)));
    assertThat(reservations(planned)).doesNotHaveDuplicates();
    for (int index = 0; index < 6; index++) {
      assertThat(planned.sentTo(node(index))).hasSize(1);
    }
  }

  @Test
  void aPlanHeardAgainIsAnsweredAgainAndChangesNothing() {
    var spec = Jobs.job(3);
    cell.plan(1, spec);

    assertThat(cell.plan(1, spec).all()).containsExactly(new Send(MASTER, new JobTaken(1, 1)));
  }

  @Test
  void thinkingTakesTheModelledTimeOnce() {
    var slow = new SchedulerCell(1, TIMING, new ThinkTime(5, 2));
    assertThat(slow.plan(1, Jobs.job(10)).only(Effect.Busy.class))
        .containsExactly(new Effect.Busy(25));
    assertThat(slow.plan(1, Jobs.job(10)).only(Effect.Busy.class)).isEmpty();
  }

  @Test
  void withoutAViewItAsksForOneAndReservesWhenItHasIt() {
    var blind = new SchedulerCell(0);
    var planned = blind.plan(1, Jobs.job(1));
    assertThat(planned.sentTo(MASTER))
        .containsExactly(new JobTaken(1, 1), new GetMachines(SELF, 0, 0));
    assertThat(reservations(planned)).isEmpty();

    assertThat(reservations(blind.scheduler.tell(SchedulerCell.view(4, 3)))).hasSize(2);
    assertThat(blind.beatAfter(MS).sent(GetMachines.class))
        .containsExactly(new GetMachines(SELF, 4, 0));
  }

  @Test
  void aViewOfThePastIsNotLookedAt() {
    cell.scheduler.tell(SchedulerCell.view(5, 1));
    cell.scheduler.tell(SchedulerCell.view(4, 8));

    assertThat(cell.plan(1, Jobs.job(2)).sentTo(node(0))).hasSize(4);
  }

  // Giving out tasks.

  @Test
  void whoeverAsksFirstGetsATaskAndWhatIsLeftOverIsWithdrawn() {
    var spec = Jobs.job(2);
    var ids = cell.reserved(1, spec);
    assertThat(cell.scheduler.tell(new GetTask(3, ids.get(3), 77)).all())
        .containsExactly(
            new Send(node(3), new LaunchTask(ids.get(3), 77, Work.of(1, spec, 0, 0, 1))));

    assertThat(cell.scheduler.tell(new GetTask(0, ids.get(0), 78)).all())
        .containsExactlyInAnyOrder(
            new Send(node(0), new LaunchTask(ids.get(0), 78, Work.of(1, spec, 0, 1, 1))),
            new Send(node(1), new WithdrawReservation(ids.get(1))),
            new Send(node(2), new WithdrawReservation(ids.get(2))));
  }

  @Test
  void aWithdrawnReservationThatAsksAllTheSameHearsThatNoneIsLeft() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.assigned(0, ids.get(0));

    assertThat(cell.scheduler.tell(new GetTask(1, ids.get(1), 9)).all())
        .containsExactly(new Send(node(1), new NoTask(ids.get(1), 9)));
  }

  @Test
  void aReservationThatNobodyKnowsHearsThatNoneIsLeft() {
    assertThat(cell.scheduler.tell(new GetTask(5, 123_456, 9)).all())
        .containsExactly(new Send(node(5), new NoTask(123_456, 9)));
  }

  @Test
  void askedAgainItGivesTheSameAttemptWithTheNewAsk() {
    var spec = Jobs.job(4);
    var ids = cell.reserved(1, spec);
    cell.scheduler.tell(new GetTask(0, ids.get(0), 1));

    assertThat(cell.scheduler.tell(new GetTask(0, ids.get(0), 2)).all())
        .containsExactly(
            new Send(node(0), new LaunchTask(ids.get(0), 2, Work.of(1, spec, 0, 0, 1))));
  }

  @Test
  void tokensWithdrawWhatMayNotStartAndReserveAgainWhenItMay() {
    var spec = Jobs.job(5).withTokens(2);
    var ids = cell.reserved(1, spec);
    assertThat(ids).hasSize(4);
    var first = cell.assigned(0, ids.get(0));
    assertThat(cell.wanted(1, ids.get(1)).sent(WithdrawReservation.class)).hasSize(2);

    assertThat(reservations(cell.finished(0, ids.get(0), first, RunResult.SUCCESS))).hasSize(2);
  }

  @Test
  void whatAnotherStageHasOutIsWithdrawnAtTheCapAndReservedAgainLater() {
    var spec = JobSpec.of("job", stage("a", 1), stage("b", 1)).withTokens(1);
    var ids = cell.reserved(1, spec);
    assertThat(ids).hasSize(4);
    var first = cell.assigned(0, ids.get(0));
    assertThat(cell.wanted(0, ids.get(2)).sent(NoTask.class)).hasSize(1);

    assertThat(reservations(cell.finished(0, ids.get(0), first, RunResult.SUCCESS))).hasSize(2);
  }

  @Test
  void theNextStageIsReservedForWhenTheOneBeforeItIsComplete() {
    var spec = JobSpec.of("job", stage("a", 1), stage("b", 2, UNIT).withAfter("a"));
    var ids = cell.reserved(1, spec);
    assertThat(ids).hasSize(2);
    var work = cell.assigned(0, ids.get(0));

    assertThat(reservations(cell.finished(0, ids.get(0), work, RunResult.SUCCESS))).hasSize(4);
  }

  // Ends.

  @Test
  void theLastSuccessEndsTheJobUntilTheEndIsOnRecord() {
    var ids = cell.reserved(1, Jobs.job(1));
    var work = cell.assigned(0, ids.get(0));
    cell.scheduler.after(20 * MS);
    var finished = cell.finished(0, ids.get(0), work, RunResult.SUCCESS);

    assertThat(finished.sentTo(node(0))).as("its node must not forget it yet").isEmpty();
    var ended = finished.sent(JobFinished.class).getFirst();
    assertThat(ended.scheduler()).isEqualTo(SELF);
    assertThat(ended.report().state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(ended.report().policy()).isEqualTo("sampled");
    assertThat(ended.report().durationMs()).isEqualTo(20);
    assertThat(cell.beatAfter(MS).sent(JobFinished.class)).containsExactly(ended);
    assertThat(cell.beatAfter(MS).sent(JobFinished.class)).containsExactly(ended);
    assertThat(cell.scheduler.tell(new JobEndRecorded(1)).sentTo(node(0)))
        .containsExactly(new AcknowledgeResult(ids.get(0), true));

    assertThat(cell.beatAfter(MS).sent(JobFinished.class)).isEmpty();
  }

  @Test
  void aPlanThatComesAfterTheEndDoesNotStartTheJobAgain() {
    var spec = Jobs.job(1);
    var ids = cell.reserved(1, spec);
    cell.finished(0, ids.get(0), cell.assigned(0, ids.get(0)), RunResult.SUCCESS);
    assertThat(cell.plan(1, spec).all()).containsExactly(new Send(MASTER, new JobTaken(1, 1)));
    cell.scheduler.tell(new JobEndRecorded(1));

    assertThat(cell.plan(1, spec).all()).containsExactly(new Send(MASTER, new JobTaken(1, 1)));
    assertThat(reservations(cell.beatAfter(MS))).isEmpty();
  }

  @Test
  void aFailureWithTriesLeftIsReservedForAtOnce() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("work", 1).withRetries(1)));
    var work = cell.assigned(0, ids.get(0));
    var failed = cell.finished(0, ids.get(0), work, FAILED);
    assertThat(failed.sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(ids.get(0), true));
    var again = reservations(failed);
    assertThat(again).hasSize(2).doesNotContainAnyElementsOf(ids);

    int node = SchedulerCell.firstNode(failed);
    assertThat(cell.assigned(node, again.getFirst()).attempt()).isEqualTo(2);
  }

  @Test
  void aFailedJobEndsWhatRunsAndIsOverWhenThatHasEnded() {
    var ids = cell.reserved(1, Jobs.job(3));
    var first = cell.assigned(0, ids.get(0));
    var second = cell.assigned(1, ids.get(1));
    var failed = cell.finished(0, ids.get(0), first, FAILED);

    assertThat(failed.sent(KillTask.class)).containsExactly(new KillTask(SELF, 0, ids.get(1)));
    assertThat(failed.sentTo(node(1))).hasSize(1);
    assertThat(failed.sent(WithdrawReservation.class)).hasSize(4);
    assertThat(failed.sent(JobFinished.class)).isEmpty();
    assertThat(cell.beatAfter(MS).sent(KillTask.class)).as("again until it has ended").hasSize(1);
    var killed = cell.finished(1, ids.get(1), second, KILLED);
    assertThat(killed.sentTo(node(1))).containsExactly(new AcknowledgeResult(ids.get(1), false));

    var report = killed.sent(JobFinished.class).getFirst().report();
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.stages()).containsExactly(new StageReport("work", 3, 0, 0, 1, 2));
  }

  @Test
  void aCancelledJobEndsWhatRunsAndWithdrawsTheRest() {
    var ids = cell.reserved(1, Jobs.job(2));
    cell.assigned(0, ids.get(0));
    var cancelled = cell.scheduler.tell(new StopJob(1));
    assertThat(cancelled.sent(KillTask.class)).hasSize(1);
    assertThat(cancelled.sent(WithdrawReservation.class)).hasSize(3);
    assertThat(cell.scheduler.tell(new StopJob(1)).all()).as("once").isEmpty();

    var gone = cell.unknown(0, 0, ids.get(0));
    assertThat(gone.sent(JobFinished.class).getFirst().report().state())
        .isEqualTo(JobState.CANCELLED);
  }

  @Test
  void aCancelledJobWithNothingUnderWayIsOverAtOnce() {
    cell.plan(1, Jobs.job(2));
    assertThat(cell.scheduler.tell(new StopJob(1)).sent(JobFinished.class)).hasSize(1);
    assertThat(cell.scheduler.tell(new StopJob(1)).all()).isEmpty();
    assertThat(cell.scheduler.tell(new StopJob(99)).all()).isEmpty();
  }

  @Test
  void aResultOfAJobThatIsOverIsAcknowledgedSoThatTheNodeForgetsIt() {
    var ids = cell.reserved(1, Jobs.job(1));
    var work = cell.assigned(0, ids.get(0));
    cell.finished(0, ids.get(0), work, RunResult.SUCCESS);
    assertThat(cell.finished(0, ids.get(0), work, RunResult.SUCCESS).all())
        .as("its end is not on record")
        .isEmpty();
    cell.scheduler.tell(new JobEndRecorded(1));

    assertThat(cell.finished(0, ids.get(0), work, RunResult.SUCCESS).all())
        .containsExactly(new Send(node(0), new AcknowledgeResult(ids.get(0), false)));
  }

  @Test
  void aFullNodeGivesBackAndAnotherIsAskedAtTheNextBeatOnly() {
    var ids = cell.reserved(1, Jobs.job(1));
    assertThat(
            cell.scheduler
                .tell(new ReservationReturned(0, ids.get(0), ReturnReason.LIMIT, ""))
                .all())
        .isEmpty();
    assertThat(
            cell.scheduler
                .tell(new ReservationReturned(0, ids.get(0), ReturnReason.LIMIT, ""))
                .all())
        .isEmpty();

    assertThat(reservations(cell.beatAfter(MS))).hasSize(1).doesNotContainAnyElementsOf(ids);
    assertThat(reservations(cell.beatAfter(MS))).isEmpty();
  }

  @Test
  void aTaskThatWasAssignedAndGivenBackIsTriedElsewhereAndThatCostsItNothing() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.assigned(0, ids.get(0));
    cell.scheduler.tell(new ReservationReturned(0, ids.get(0), ReturnReason.DRAINING, ""));

    var beat = cell.beatAfter(MS);
    var again = reservations(beat);
    assertThat(again).isNotEmpty();
    int node = SchedulerCell.firstNode(beat);
    var second = cell.assigned(node, again.getFirst());
    assertThat(second.attempt()).isEqualTo(2);
    var ended = cell.finished(node, again.getFirst(), second, RunResult.SUCCESS);
    assertThat(ended.sent(JobFinished.class).getFirst().report().state())
        .isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void whatItsNodeReportsNeedNotBeConfirmed() {
    long id = cell.reserved(1, Jobs.job(1)).getFirst();
    cell.assigned(0, id);
    long longNs = Timing.standard().confirmAfterNs() - Jobs.MS;
    cell.scheduler.after(longNs).tell(running(0, id));
    assertThat(askedAbout(cell.beatAfter(longNs))).doesNotContain(id);
    cell.scheduler.tell(running(1, id));
    assertThat(askedAbout(cell.beatAfter(Jobs.MS)))
        .as("another node says nothing of it")
        .contains(id);
  }

  private static AttemptsReported running(int node, long id) {
    var status = new AttemptStatus(id, AttemptPhase.RUNNING, 1, Usage.NONE);
    return new AttemptsReported(node, 1, Load.NONE, List.of(status));
  }

  private static List<Long> askedAbout(RecordingEffects effects) {
    return effects.sent(ConfirmReservations.class).stream()
        .flatMap(asked -> asked.reservations().stream())
        .toList();
  }

  /** As only a broken or hostile node would. */
  @Test
  void aNodeSpeaksOnlyOfWhatItHasAndOfTasksThatThereAre() {
    var ids = cell.reserved(1, Jobs.job(2));
    assertThat(cell.wanted(1, ids.get(0)).sent(NoTask.class)).hasSize(1);
    var work = cell.assigned(0, ids.get(0));
    var lost = RunResult.lost("not mine");
    cell.finished(1, ids.get(0), work, lost);
    cell.scheduler.tell(new ReservationReturned(1, ids.get(0), ReturnReason.LIMIT, ""));
    cell.scheduler.tell(
        new ReservationsConfirmed(1, cell.scheduler.nowNs(), List.of(), List.of(ids.get(0))));
    cell.scheduler.tell(new TaskFinished(0, ids.get(0), 1, 7, 0, lost));
    cell.scheduler.tell(new TaskFinished(0, ids.get(0), 1, 0, work.index() + 1, lost));
    cell.scheduler.tell(new TaskFinished(0, ids.get(0), 1, 0, -196, lost));
    cell.scheduler.tell(new TaskFinished(0, ids.get(0), 1, 0, Integer.MAX_VALUE, lost));
    assertThat(cell.finished(0, ids.get(0), work, RunResult.SUCCESS).published())
        .as("the attempt is still under way")
        .hasSize(1);
  }

  @Test
  void aCancelledJobIsOverWhenItsLastTaskIsGivenBack() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.assigned(0, ids.get(0));
    assertThat(cell.scheduler.tell(new StopJob(1)).sent(JobFinished.class)).isEmpty();
    var back =
        cell.scheduler.tell(new ReservationReturned(0, ids.get(0), ReturnReason.DRAINING, ""));
    assertThat(back.sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void progressIsToldToTheClientNowAndThen() {
    var telling = new SchedulerCell(8, Timing.standard(), ThinkTime.NONE);
    var ids = telling.reserved(1, Jobs.job(3));
    var first = telling.assigned(0, ids.get(0));
    var second = telling.assigned(1, ids.get(1));
    telling.scheduler.after(100 * MS);
    assertThat(telling.finished(0, ids.get(0), first, RunResult.SUCCESS).sentTo(CLIENT))
        .hasSize(1)
        .allSatisfy(
            told ->
                assertThat(((JobProgress) told).stages())
                    .containsExactly(new StageReport("work", 3, 1, 1, 0, 2)));

    assertThat(telling.finished(1, ids.get(1), second, RunResult.SUCCESS).sentTo(CLIENT))
        .as("too soon")
        .isEmpty();
  }

  @Test
  void beatsForEver() {
    assertThat(cell.scheduler.start().all())
        .containsExactly(new Effect.WakeAt(TIMING.firstBeatNs(0, 0), SchedulerTimer.BEAT));
    assertThat(cell.beatAfter(10).only(Effect.WakeAt.class))
        .containsExactly(new Effect.WakeAt(10 + TIMING.beatNs(), SchedulerTimer.BEAT));
  }
}
