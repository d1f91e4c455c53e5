package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.SELF;
import static dev.muster.core.scheduler.SchedulerCell.TIMING;
import static dev.muster.core.scheduler.SchedulerCell.node;
import static dev.muster.core.scheduler.SchedulerCell.reservations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a scheduler does about messages that are lost or late and nodes that are gone. */
final class SchedulerRepairTest {

  private static final RunResult FAILED = RunResult.failed(1, "no");
  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");
  private static final long CONFIRM = TIMING.confirmAfterNs();
  private static final long LOST = SchedulerCell.LOST_NS;

  private final SchedulerCell cell = new SchedulerCell(4);

  @Test
  void aSilentReservationIsAskedAboutQueuedOrBound() {
    var ids = cell.reserved(1, Jobs.job(2));
    cell.assigned(0, ids.get(0));
    assertThat(cell.beatAfter(CONFIRM - 1).sent(ConfirmReservations.class)).isEmpty();

    var asked = cell.beatAfter(1);
    for (int index = 0; index < 4; index++) {
      assertThat(asked.sentTo(node(index)))
          .containsExactly(new ConfirmReservations(SELF, CONFIRM, List.of(ids.get(index))));
    }
  }

  @Test
  void oneQuestionNamesAllSilentReservationsOfANodeUpToItsLimit() {
    var single = new SchedulerCell(1);
    var ids = new ArrayList<Long>();
    ids.addAll(single.reserved(1, Jobs.job(600)));
    ids.addAll(single.reserved(2, Jobs.job(600)));
    assertThat(ids).hasSizeGreaterThan(2 * Attempts.CONFIRM_BATCH);
    var asked = single.beatAfter(CONFIRM).sent(ConfirmReservations.class);

    assertThat(asked).hasSize(3).allMatch(ask -> ask.reservations().size() <= 1_000);
    assertThat(asked.stream().flatMap(ask -> ask.reservations().stream()))
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void aReservationThatIsStillHeldIsLeftInPeaceForAWhile() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.beatAfter(CONFIRM);
    cell.held(0, ids.get(0));
    cell.held(1, ids.get(1));

    assertThat(cell.beatAfter(CONFIRM - 1).sent(ConfirmReservations.class)).isEmpty();
    assertThat(cell.beatAfter(1).sent(ConfirmReservations.class)).hasSize(2);
  }

  @Test
  void aQueuedReservationThatTheNodeDoesNotKnowIsMadeAnew() {
    var ids = cell.reserved(1, Jobs.job(1));

    assertThat(reservations(cell.unknown(0, CONFIRM, ids.get(0))))
        .hasSize(1)
        .doesNotContainAnyElementsOf(ids);
    assertThat(cell.unknown(0, CONFIRM, ids.get(0)).all()).as("once").isEmpty();
  }

  @Test
  void aTaskThatTheNodeDoesNotKnowRunsElsewhereAtNoCost() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.assigned(0, ids.get(0));
    cell.beatAfter(CONFIRM);
    var again = reservations(cell.unknown(0, CONFIRM, ids.get(0)));

    var second = cell.assigned(1, again.get(1));
    assertThat(second.attempt()).isEqualTo(2);
    var end = cell.finished(1, again.get(1), second, RunResult.SUCCESS);
    assertThat(end.sent(JobFinished.class).getFirst().report().stages())
        .containsExactly(new StageReport("work", 1, 0, 1, 0, 2));
  }

  @Test
  void anAnswerToAQuestionFromBeforeTheBindingIsNotAboutTheTask() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.beatAfter(CONFIRM);
    cell.scheduler.after(MS);
    cell.assigned(0, ids.get(0));

    assertThat(cell.unknown(0, CONFIRM, ids.get(0)).all()).isEmpty();
    assertThat(cell.unknown(0, CONFIRM + MS - 1, ids.get(0)).all()).isEmpty();
    assertThat(reservations(cell.unknown(0, CONFIRM + MS, ids.get(0)))).hasSize(2);
  }

  @Test
  void whatIsSilentIsLostWhenTheMasterSaysSoAndNotBefore() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.assigned(0, ids.get(0));
    cell.beatAfter(CONFIRM);
    for (int asked = 1; asked < 100; asked++) {
      assertThat(reservations(cell.beatAfter(TIMING.beatNs()))).isEmpty();
    }
    var again = reservations(cell.died(0));

    assertThat(again).hasSize(2);
    assertThat(cell.assigned(1, again.get(0)).attempt()).isEqualTo(2);
  }

  @Test
  void aSchedulerThatSleptAsksBeforeItGivesAnythingUp() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.assigned(0, ids.get(0));
    var woken = cell.beatAfter(100 * LOST);

    assertThat(reservations(woken)).isEmpty();
    assertThat(woken.sent(ConfirmReservations.class)).isNotEmpty();
  }

  @Test
  void aLostReservationThatAsksAfterAllHearsThatNoneIsLeft() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.untilLost();

    assertThat(cell.wanted(0, ids.get(0)).sent(NoTask.class)).hasSize(1);
  }

  @Test
  void aLateSuccessOfALostAttemptCountsAndEndsItsTwin() {
    var ids = cell.reserved(1, Jobs.job(1));
    var first = cell.assigned(0, ids.get(0));
    var again = reservations(cell.untilLost());
    var twin = cell.assigned(1, again.get(1));
    var late = cell.finished(0, ids.get(0), first, RunResult.SUCCESS);

    assertThat(late.sentTo(node(0))).as("not on record yet").isEmpty();
    assertThat(late.sentTo(node(1))).contains(new KillTask(SELF, LOST, again.get(1)));
    assertThat(late.sent(JobFinished.class)).as("the twin still runs").isEmpty();
    assertThat(cell.wanted(1, again.get(1)).sent(NoTask.class))
        .as("a twin that has not started does not start")
        .hasSize(1);

    var end = cell.finished(1, again.get(1), twin, KILLED);
    assertThat(end.sentTo(node(1))).containsExactly(new AcknowledgeResult(again.get(1), false));
    var report = end.sent(JobFinished.class).getFirst().report();
    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(report.stages()).containsExactly(new StageReport("work", 1, 0, 1, 0, 2));
    assertThat(cell.scheduler.tell(new JobEndRecorded(1)).sentTo(node(0)))
        .containsExactly(new AcknowledgeResult(ids.get(0), true));
  }

  @Test
  void ofTwinsThatBothSucceedOneIsRecorded() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a")));
    var first = cell.assigned(0, ids.get(0));
    var again = reservations(cell.untilLost());
    var twin = cell.assigned(1, again.get(1));
    var late = cell.finished(0, ids.get(0), first, RunResult.SUCCESS);
    assertThat(reservations(late)).as("the next stage starts, once").hasSize(2);
    assertThat(late.sent(KillTask.class)).containsExactly(new KillTask(SELF, LOST, again.get(1)));

    var second = cell.finished(1, again.get(1), twin, RunResult.SUCCESS);
    assertThat(second.sent(AcknowledgeResult.class)).as("the task is not on record").isEmpty();
    assertThat(reservations(second)).isEmpty();
    assertThat(cell.recorded(1).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(ids.get(0), true));
    assertThat(
            cell.finished(1, again.get(1), twin, RunResult.SUCCESS).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(again.get(1), false));
  }

  @Test
  void aLateFailureOfALostAttemptCostsItsTwinNothing() {
    var ids = cell.reserved(1, Jobs.job(1));
    var first = cell.assigned(0, ids.get(0));
    var again = reservations(cell.untilLost());
    var twin = cell.assigned(1, again.get(1));

    assertThat(cell.finished(0, ids.get(0), first, FAILED).all())
        .containsExactly(new Send(node(0), new AcknowledgeResult(ids.get(0), false)));
    var end = cell.finished(1, again.get(1), twin, RunResult.SUCCESS);
    assertThat(end.sent(JobFinished.class).getFirst().report().state())
        .isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void aLateSuccessOfATaskThatWaitsAgainIsNotRunAgain() {
    var ids = cell.reserved(1, Jobs.job(2));
    var first = cell.assigned(0, ids.get(0));
    cell.unknown(0, S, ids.get(0));
    cell.finished(0, ids.get(0), first, RunResult.SUCCESS);

    assertThat(cell.assigned(1, ids.get(1)).index()).isEqualTo(1);
    assertThat(cell.wanted(2, ids.get(2)).sent(LaunchTask.class)).isEmpty();
  }

  @Test
  void aResultHeardTwiceIsRecordedOnce() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("work", 2).withRetries(3)));
    var first = cell.assigned(0, ids.get(0));
    var second = cell.assigned(1, ids.get(1));
    cell.finished(0, ids.get(0), first, FAILED);
    assertThat(cell.finished(0, ids.get(0), first, FAILED).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(ids.get(0), false));
    cell.finished(1, ids.get(1), second, RunResult.SUCCESS);
    assertThat(cell.recorded(1).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(ids.get(1), true));

    assertThat(
            cell.finished(1, ids.get(1), second, RunResult.SUCCESS).sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(ids.get(1), false));
  }

  @Test
  void aKillIsRepeatedUntilTheNodeHasNothingToEndOrIsLost() {
    var ids = cell.reserved(1, Jobs.job(2));
    var first = cell.assigned(0, ids.get(0));
    cell.assigned(1, ids.get(1));
    cell.finished(0, ids.get(0), first, FAILED);
    assertThat(cell.beatAfter(S).sent(KillTask.class))
        .containsExactly(new KillTask(SELF, S, ids.get(1)));
    assertThat(cell.beatAfter(S).sent(JobFinished.class)).isEmpty();

    assertThat(cell.untilLost().sent(JobFinished.class))
        .as("a dead node does not hold up the end of a job for ever")
        .isNotEmpty();
  }

  @Test
  void aClosingJobAsksNobodyToTakeBackWhatItTookBack() {
    var ids = cell.reserved(1, Jobs.job(2));
    var first = cell.assigned(0, ids.get(0));
    var failed = cell.finished(0, ids.get(0), first, FAILED);
    assertThat(failed.sent(WithdrawReservation.class)).hasSize(3);

    assertThat(cell.untilLost().sent(WithdrawReservation.class)).isEmpty();
  }

  @Test
  void aNodeThatIsBackInALaterEpochIsToldWhichAttemptsWereGivenUp() {
    long id = cell.reserved(1, Jobs.job(1)).getFirst();
    cell.assigned(id);
    int node = cell.nodeOf(id);

    var back = cell.diedAndBack(List.of(node));

    assertThat(back.sentTo(node(node))).contains(new KillTask(SELF, cell.scheduler.nowNs(), id));
  }
}
