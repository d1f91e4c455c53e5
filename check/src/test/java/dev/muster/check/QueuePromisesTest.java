package dev.muster.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.model.Demand;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Order, fairness and needless work: each promise is shown a run that breaks it. */
class QueuePromisesTest {

  private static final Resources CAPACITY = new Resources(4_000, 100);
  private static final Resources HALF = new Resources(2_000, 50);
  private static final JobSpec JOB =
      JobSpec.of(
          "job", StageSpec.of("a", 9, new Resources(1_000, 10), List.of("true")).withRetries(1));
  private static final RunResult EVICTED = RunResult.of(Outcome.EVICTED, 137, "");
  private static final RunResult FAILED = RunResult.failed(1, "no");

  private final Promises strict =
      promises(NodeConfig.standard().with(QueueConfig.STANDARD.withoutBackfilling()));
  private final Promises filling = promises(NodeConfig.standard());

  private long nowNs;

  private Promises promises(NodeConfig config) {
    var all = new Promises(List.of(CAPACITY, CAPACITY), List.of(), () -> nowNs, config);
    all.delivered(SchedulerEvent.at(0), new AssignJob(1, JOB, ClientEvent.at(0), 0));
    return all;
  }

  private static Demand guaranteed(Resources need) {
    return Demand.of(need);
  }

  private static Demand opportunistic(Resources need) {
    return Demand.of(need).with(Tier.OPPORTUNISTIC);
  }

  private static void comes(Promises to, int run, Demand demand) {
    var place = new PlaceTask(SchedulerEvent.at(0), run, demand, work(run));
    to.delivered(NodeEvent.at(0), place);
  }

  private static Work work(int index) {
    return Work.of(1, JOB, 0, index, 1);
  }

  private static void starts(Promises in, int run, Demand demand) {
    in.launched(0, new Launch(run, 0, demand, work(run)));
  }

  private static void ends(Promises in, int run, RunResult result) {
    in.delivered(NodeEvent.at(0), new RunExited(run, result));
    var finished = new TaskFinished(0, run, 1, 0, run, result);
    in.sent(SchedulerEvent.at(0), finished);
    in.delivered(SchedulerEvent.at(0), finished);
  }

  private static void breaks(int promise, Runnable step) {
    assertThatThrownBy(step::run)
        .isInstanceOf(BrokenPromise.class)
        .hasMessageStartingWith("promise " + promise + " broken");
  }

  private void isReserved(Promises to, long id, long atNs, long yieldNs) {
    nowNs = atNs;
    var late =
        new EnqueueReservation(SchedulerEvent.at(0), id, guaranteed(HALF).withYield(yieldNs));
    to.delivered(NodeEvent.at(0), late);
  }

  private static void asks(Promises in, long id) {
    in.sent(SchedulerEvent.at(0), new GetTask(0, id, id));
  }

  @Test
  void aReservationLetsOthersOvertakeForAsLongAsItYields() {
    isReserved(strict, 1, 0, 10);
    isReserved(strict, 2, 10, 0);
    isReserved(strict, 3, 11, 0);
    assertThatCode(() -> asks(strict, 2)).doesNotThrowAnyException();
    breaks(5, () -> asks(strict, 3));
  }

  @Test
  void aReservationThatYieldsNothingIsNotOvertaken() {
    isReserved(filling, 1, 0, 0);
    isReserved(filling, 2, 1, 100);
    breaks(5, () -> asks(filling, 2));
  }

  @Test
  void whatIsWithdrawnIsNotOvertakenEvenIfItsMessageComesAgain() {
    isReserved(strict, 1, 0, 0);
    strict.delivered(NodeEvent.at(0), new WithdrawReservation(1));
    isReserved(strict, 1, 0, 0);
    isReserved(strict, 2, 1, 0);
    assertThatCode(() -> asks(strict, 2)).doesNotThrowAnyException();
  }

  @Test
  void nobodyIsOvertaken() {
    comes(strict, 1, guaranteed(CAPACITY));
    comes(strict, 2, guaranteed(HALF).withEstimate(1));
    breaks(5, () -> starts(strict, 2, guaranteed(HALF).withEstimate(1)));
  }

  @Test
  void aGapIsFilledByWhatIsKnownToEnd() {
    comes(filling, 1, guaranteed(CAPACITY));
    comes(filling, 2, guaranteed(HALF).withEstimate(1));
    assertThatCode(() -> starts(filling, 2, guaranteed(HALF).withEstimate(1)))
        .doesNotThrowAnyException();
  }

  @Test
  void aGapIsNotFilledByWhatMayNeverEnd() {
    comes(filling, 1, guaranteed(CAPACITY));
    comes(filling, 2, guaranteed(HALF));
    breaks(5, () -> starts(filling, 2, guaranteed(HALF)));
  }

  @Test
  void opportunisticTasksStartWhenNoGuaranteedOneCan() {
    comes(strict, 1, guaranteed(HALF));
    comes(strict, 2, opportunistic(HALF));
    breaks(5, () -> starts(strict, 2, opportunistic(HALF)));
  }

  @Test
  void whatDoesNotFitKeepsNobodyWaiting() {
    starts(strict, 3, guaranteed(HALF));
    comes(strict, 1, guaranteed(CAPACITY));
    comes(strict, 2, opportunistic(HALF));
    assertThatCode(() -> starts(strict, 2, opportunistic(HALF))).doesNotThrowAnyException();
  }

  @Test
  void aGuaranteedRunIsNotEvicted() {
    starts(strict, 1, guaranteed(HALF));
    breaks(3, () -> ends(strict, 1, EVICTED));
  }

  @Test
  void aPromotedRunIsNotEvicted() {
    starts(strict, 1, opportunistic(HALF));
    strict.sent(SchedulerEvent.at(0), new TaskPromoted(0, 1, true));
    breaks(3, () -> ends(strict, 1, EVICTED));
  }

  @Test
  void ofTwoAlikeTheFirstIsEvicted() {
    starts(strict, 1, opportunistic(HALF));
    starts(strict, 2, opportunistic(HALF));
    strict.killed(0, 2, true);
    breaks(10, () -> comes(strict, 3, guaranteed(HALF)));
  }

  @Test
  void bothOfTwoAlikeMayBeEvicted() {
    starts(strict, 1, opportunistic(HALF));
    starts(strict, 2, opportunistic(HALF));
    strict.killed(0, 2, true);
    strict.killed(0, 1, true);
    assertThatCode(() -> comes(strict, 3, guaranteed(HALF))).doesNotThrowAnyException();
  }

  @Test
  void whatRunsIsNotLaunchedAgain() {
    starts(strict, 1, guaranteed(HALF));
    breaks(1, this::again);
  }

  @Test
  void whatSomethingIsKnownAgainstIsLaunchedAgain() {
    starts(strict, 1, guaranteed(HALF));
    strict.sent(NodeEvent.at(0), new KillTask(SchedulerEvent.at(0), 0, 1));
    assertThatCode(this::again).doesNotThrowAnyException();
    var unknown = new ReservationsConfirmed(0, 0, List.of(), List.of(2L));
    starts(strict, 2, guaranteed(HALF));
    strict.delivered(SchedulerEvent.at(0), unknown);
    strict.launched(1, new Launch(12, 0, guaranteed(HALF), Work.of(1, JOB, 0, 2, 2)));
  }

  private void again() {
    strict.launched(1, new Launch(11, 0, guaranteed(HALF), Work.of(1, JOB, 0, 1, 2)));
  }

  @Test
  void whatIsNotATasksFaultCostsNoRetry() {
    ends(strict, 1, FAILED);
    strict.delivered(SchedulerEvent.at(0), new TaskFinished(0, 21, 1, 0, 1, EVICTED));
    breaks(8, this::givesUp);
  }

  @Test
  void aTaskThatFailedTooOftenIsGivenUp() {
    ends(strict, 1, FAILED);
    strict.delivered(SchedulerEvent.at(0), new TaskFinished(0, 21, 1, 0, 1, FAILED));
    assertThatCode(this::givesUp).doesNotThrowAnyException();
  }

  private void givesUp() {
    var failures = List.of(new TaskFailure("a", 1, 2, FAILED));
    var report =
        new JobReport(1, "job", JobState.FAILED, "x", List.of(), 0, 1, failures, 0, List.of());
    strict.sent(MasterEvent.at(0), new JobFinished(SchedulerEvent.at(0), 1, report));
  }

  @Test
  void aDeltaIncludesOnlyWhatIsCommitted() {
    var delta = new CellDelta(7, 1, List.of(), List.of());
    strict.appended(committed(7));
    breaks(3, () -> strict.sent(SchedulerEvent.at(0), delta));
    strict.delivered(MasterEvent.at(0), new EntryCommitted(new EntryId(1, 1), committed(7)));
    assertThatCode(() -> strict.sent(SchedulerEvent.at(0), delta)).doesNotThrowAnyException();
  }

  @Test
  void aDeltaSaysNothingOfTransactionsOfOlderEpochs() {
    long last = CommitTransaction.firstNumber(2) + 7;
    var delta = new CellDelta(last, 1, List.of(), List.of());
    strict.appended(committed(CommitTransaction.firstNumber(1)));
    assertThatCode(() -> strict.sent(SchedulerEvent.at(0), delta)).doesNotThrowAnyException();
    strict.appended(committed(last - 1));
    breaks(3, () -> strict.sent(SchedulerEvent.at(0), delta));
  }

  private static CellChanged committed(long number) {
    var none = new long[0];
    var places = new int[0];
    return new CellChanged(
        number,
        new TransactionCommitted(0, List.of(), none, places, places, none, places, none, places),
        TransactionResult.NONE);
  }

  @Test
  void whatStandsStillHasNoCpu() {
    starts(strict, 1, opportunistic(new Resources(4_000, 10)));
    strict.paced(0, 1, Pace.FROZEN);
    starts(strict, 2, guaranteed(new Resources(4_000, 10)));
    breaks(3, () -> starts(strict, 3, guaranteed(new Resources(1, 1))));
  }

  @Test
  void aMachineHasTheSizeThatItWasGivenLast() {
    strict.delivered(NodeEvent.at(0), new ResizeMachine(HALF));
    breaks(3, () -> starts(strict, 1, guaranteed(CAPACITY)));
  }
}
