package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.job;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.CommitCell;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.Require;
import dev.muster.model.RunResult;
import dev.muster.model.Where;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Unit tasks; the numbers of machines say how many of them fit. */
final class CommitterTest {

  private static final CommitConfig CONFIG = CommitConfig.standard();
  private static final long BEAT = CommitCell.TIMING.beatNs();

  private final CommitCell cell = CommitCell.of(CONFIG, size(4, 4));

  @Test
  void tasksGoToNodesOnceTheCellHasSaidYes() {
    var asked = cell.plan(0, 1, job(2));
    assertThat(asked.sent(GetCellDelta.class)).hasSize(1);
    assertThat(asked.sent(EnqueueReservation.class)).isEmpty();

    var committed = cell.told(0, asked);
    assertThat(committed.sent(PlaceTask.class)).isEmpty();
    var claims = committed.sent(CommitTransaction.class).getFirst().transaction().ids();

    var places = cell.judged(0, committed).sent(PlaceTask.class);
    assertThat(places).extracting(PlaceTask::reservation).containsExactly(claims[0], claims[1]);
    assertThat(places).allMatch(place -> place.demand().admission() == Admission.RESERVED);
    assertThat(cell.state().claims()).isEqualTo(2);
  }

  @Test
  void itThinksWhenTheStateIsThereAndNotBefore() {
    var slow = new CommitCell(1, CONFIG, new ThinkTime(100, 5), new Machine(0, size(4, 4)));

    var asked = slow.plan(0, 1, job(3));
    var committed = slow.told(0, asked);

    assertThat(asked.only(Effect.Busy.class)).isEmpty();
    assertThat(committed.all().getFirst()).isEqualTo(new Effect.Busy(115));
    assertThat(committed.sent(CommitTransaction.class)).hasSize(1);
  }

  @Test
  void ofTwoThatWantTheSameRoomTheSecondTriesAgain() {
    var two = new CommitCell(2, CONFIG, ThinkTime.NONE, new Machine(0, size(4, 4)));
    var first = two.told(0, two.plan(0, 1, job(3)));
    var second = two.told(1, two.plan(1, 2, job(3)));

    assertThat(two.judged(0, first).sent(PlaceTask.class)).hasSize(3);
    var lucky = two.judged(1, second);
    assertThat(lucky.sent(PlaceTask.class)).as("one found room").hasSize(1);

    var again = two.retry(1, lucky);
    assertThat(two.told(1, again).sent(CommitTransaction.class))
        .as("knows that nothing is left")
        .isEmpty();
    assertThat(two.state().claims()).isEqualTo(4);
  }

  @Test
  void aRefusalCostsNoAttempt() {
    var two = new CommitCell(2, CONFIG, ThinkTime.NONE, new Machine(0, size(1, 1)));
    var first = two.told(0, two.plan(0, 1, job(1)));
    var second = two.told(1, two.plan(1, 2, job(1)));
    var winner = two.judged(0, first).sent(PlaceTask.class).getFirst();
    var refused = two.judged(1, second);
    two.finished(0, 0, winner);
    two.judged(0, two.beatAfter(0, BEAT));

    var places = two.judged(1, two.told(1, two.retry(1, refused))).sent(PlaceTask.class);

    assertThat(places).singleElement().returns(1, place -> place.work().attempt());
  }

  @Test
  void whoeverFoundNoRoomKeepsNobodyWaiting() {
    cell.placed(0, 1, job(3));
    var large = cell.plan(0, 2, JobSpec.of("large", Jobs.stage("s", 1, size(4, 4))));
    cell.plan(0, 3, job(1));

    var next = cell.told(0, large);

    assertThat(next.sent(CommitTransaction.class)).as("no room for the large one").isEmpty();
    assertThat(cell.judged(0, cell.told(0, next)).sent(PlaceTask.class)).hasSize(1);
  }

  @Test
  void eachTryInVainWaitsLongerUpToALimit() {
    var retry = new CommitConfig.Retry(10, 35, 0, false);
    var full = CommitCell.of(CONFIG.with(retry), size(1, 1));
    full.placed(0, 1, job(1));

    var out = full.told(0, full.plan(0, 2, job(1)));
    for (long expected : new long[] {10, 20, 35, 35}) {
      var timer = out.only(Effect.WakeAt.class).getFirst();
      var again = full.retry(0, out);
      assertThat(timer.timer()).hasToString("RETRY");
      assertThat(again.sent(GetCellDelta.class)).as("after %d", expected).hasSize(1);
      out = full.told(0, again);
      assertThat(out.only(Effect.WakeAt.class).getFirst().atNs() - timer.atNs())
          .isEqualTo(expected == 10 ? 20 : 35);
    }
  }

  @Test
  void theEndOfATaskBringsTheNextTryForward() {
    var slow = new CommitConfig.Retry(10, 1_000_000, 0, true);
    var full = CommitCell.of(CONFIG.with(slow), size(1, 1));
    var first = full.placed(0, 1, job(1)).getFirst();
    var out = full.told(0, full.plan(0, 2, job(1)));
    for (int tries = 0; tries < 10; tries++) {
      out = full.told(0, full.retry(0, out));
    }

    var timers = full.finished(0, 0, first).only(Effect.WakeAt.class);

    assertThat(timers).singleElement().returns("RETRY", one -> one.timer().toString());
  }

  @Test
  void aTimerThatAnEarlierOneOvertookSetsNoOther() {
    var slow = new CommitConfig.Retry(10, 1_000_000, 0, true);
    var full = CommitCell.of(CONFIG.with(slow), size(1, 1));
    var first = full.placed(0, 1, job(1)).getFirst();
    var out = full.told(0, full.plan(0, 2, job(1)));
    for (int tries = 0; tries < 5; tries++) {
      out = full.told(0, full.retry(0, out));
    }
    var hastened = full.retry(0, full.finished(0, 0, first));
    assertThat(full.told(0, hastened).only(Effect.WakeAt.class)).as("still claimed").hasSize(1);

    assertThat(full.retry(0, out).all()).isEmpty();
  }

  @Test
  void whatIsNotAnsweredIsAskedAgain() {
    var asked = cell.plan(0, 1, job(1));
    assertThat(cell.beatAfter(0, BEAT).sent(GetCellDelta.class)).hasSize(1);

    var committed = cell.told(0, asked).sent(CommitTransaction.class);
    assertThat(cell.beatAfter(0, BEAT).sent(CommitTransaction.class)).isEqualTo(committed);
  }

  @Test
  void echoesOfAnswersMeanNothing() {
    var asked = cell.plan(0, 1, job(1));
    var committed = cell.told(0, asked);
    assertThat(cell.told(0, asked).all()).isEmpty();

    var judged = cell.judge(committed);
    assertThat(cell.tell(0, judged).sent(PlaceTask.class)).hasSize(1);
    assertThat(cell.tell(0, judged).all()).isEmpty();
  }

  @Test
  void nodesAreNotAskedAboutWhatTheyDoNotHaveYet() {
    cell.told(0, cell.plan(0, 1, job(1)));

    var beat = cell.beatAfter(0, CommitCell.TIMING.confirmAfterNs());

    assertThat(beat.sent(ConfirmReservations.class)).isEmpty();
  }

  @Test
  void aJobThatEndsWhileTheCellJudgesLeavesNothingBehind() {
    var committed = cell.told(0, cell.plan(0, 1, job(2)));
    var cancelled = cell.tell(0, new StopJob(1));
    assertThat(cancelled.sent(JobFinished.class)).hasSize(1);
    assertThat(cancelled.sent(KillTask.class)).isEmpty();

    assertThat(cell.judged(0, committed).sent(PlaceTask.class)).isEmpty();
    assertThat(cell.state().claims()).isEqualTo(2);
    cell.judged(0, cell.beatAfter(0, BEAT));
    assertThat(cell.state().claims()).isZero();
  }

  @Test
  void anAttemptWhoseClaimWasMovedIsEndedOnItsNewMachine() {
    var machines = new Machine[] {new Machine(0, size(1, 1)), new Machine(1, size(1, 1))};
    var two = new CommitCell(1, CONFIG.repairing(), ThinkTime.NONE, machines);
    var sent = two.told(0, two.plan(0, 1, job(1))).sent(CommitTransaction.class).getFirst();
    int other = 1 - sent.transaction().machines()[0];
    var moved = List.of(new TransactionResult.MovedClaim(0, other));
    var result = new TransactionResult(List.of(), moved, new MachineRows().pack());
    var placed = two.tell(0, new TransactionDecided(sent.number(), result));
    assertThat(placed.sentTo(NodeEvent.at(other))).hasExactlyElementsOfTypes(PlaceTask.class);

    var stopped = two.tell(0, new StopJob(1));
    assertThat(stopped.sentTo(NodeEvent.at(other))).hasExactlyElementsOfTypes(KillTask.class);
  }

  @Test
  void claimsOfTasksThatAreOverEndAtTheNextBeat() {
    var places = cell.placed(0, 1, job(3));
    cell.finished(0, 0, places.get(0));
    cell.tell(
        0, new ReservationReturned(0, places.get(1).reservation(), ReturnReason.UNAVAILABLE, ""));
    var lost = new ReservationsConfirmed(0, 0, List.of(), List.of(places.get(2).reservation()));
    cell.judged(0, cell.told(0, cell.tell(0, lost)));

    var released = cell.beatAfter(0, BEAT);

    assertThat(released.sent(CommitTransaction.class).getFirst().transaction().released())
        .hasSize(3);
  }

  @Test
  void aTaskWhoseClaimHadToGoIsEnded() {
    var place = cell.placed(0, 1, job(1)).getFirst();

    var out = cell.tell(0, new ClaimsPreempted(List.of(place.reservation())));

    assertThat(out.sent(KillTask.class))
        .extracting(KillTask::reservation)
        .contains(place.reservation());
  }

  @Test
  void aLargeStageGoesInByBatches() {
    var small = CommitCell.of(CONFIG.withBatch(2), size(5, 5));
    var out = small.plan(0, 1, job(5));
    for (int expected : new int[] {2, 2, 1}) {
      var committed = small.told(0, out);
      assertThat(committed.sent(CommitTransaction.class).getFirst().transaction().ids())
          .hasSize(expected);
      out = small.judged(0, committed);
    }
    assertThat(out.sent(GetCellDelta.class)).isEmpty();
  }

  private static long claimed(CommitTransaction commit) {
    return commit.transaction().requests().getFirst().resources().memoryBytes();
  }

  /** Only what was claimed before the memory of the stage was raised has less. */
  @Test
  void aTaskHasTheMemoryThatWasClaimedForIt() {
    var small = CommitCell.of(CONFIG.withBatch(1), size(5, 5));
    var stage = Jobs.stage("work", 2).withMaxMemory(3 * Jobs.GIB);
    var first = small.judged(0, small.told(0, small.plan(0, 1, JobSpec.of("job", stage))));
    var place = first.sent(PlaceTask.class).getFirst();
    var second = small.told(0, first);
    assertThat(claimed(second.sent(CommitTransaction.class).getFirst())).isEqualTo(Jobs.GIB);

    small.finished(0, 0, place, RunResult.of(Outcome.OUT_OF_MEMORY, 137, ""));

    var before = small.judged(0, second);
    var other = before.sent(PlaceTask.class).getFirst();
    assertThat(other.demand().resources().memoryBytes()).isEqualTo(Jobs.GIB);
    assertThat(other.work().spec().resources().memoryBytes()).isEqualTo(Jobs.GIB);

    var again = small.told(0, before);
    assertThat(claimed(again.sent(CommitTransaction.class).getFirst())).isEqualTo(3 * Jobs.GIB / 2);
    var more = small.judged(0, again).sent(PlaceTask.class).getFirst();
    assertThat(more.demand().resources().memoryBytes()).isEqualTo(3 * Jobs.GIB / 2);
    assertThat(more.work().spec().resources().memoryBytes()).isEqualTo(3 * Jobs.GIB / 2);
  }

  @Test
  void aStageLargerThanTheCellGoesInAsItFits() {
    assertThat(cell.placed(0, 1, job(9))).hasSize(4);
  }

  @Test
  void tokensAreKept() {
    assertThat(cell.placed(0, 1, job(4).withTokens(3))).hasSize(3);
  }

  @Test
  void aGangThatDoesNotFitTakesNothing() {
    var gangs = CommitCell.of(CommitConfig.gangs(), size(4, 4));
    gangs.placed(0, 1, job(2));

    var none = gangs.told(0, gangs.plan(0, 2, job(3)));
    assertThat(none.sent(CommitTransaction.class)).isEmpty();

    assertThat(gangs.placed(0, 3, job(2))).as("nor in the copy").hasSize(2);
  }

  @Test
  void aGangThatLosesARaceTakesNothing() {
    var two = new CommitCell(2, CommitConfig.gangs(), ThinkTime.NONE, new Machine(0, size(4, 4)));
    var first = two.told(0, two.plan(0, 1, job(3)));
    var second = two.told(1, two.plan(1, 2, job(3)));
    two.judged(0, first);

    assertThat(two.judged(1, second).sent(PlaceTask.class)).isEmpty();
    assertThat(two.state().claims()).isEqualTo(3);
  }

  @Test
  void afterARefusalTheCopyIsAsTheCellIs() {
    var bySequence = CONFIG.with(TransactionOptions.GANG.coarseGrained());
    var machines = new Machine[] {new Machine(0, size(2, 2)), new Machine(1, size(2, 2))};
    var two = new CommitCell(2, bySequence, ThinkTime.NONE, machines);
    var first = two.told(0, two.plan(0, 1, job(1)));
    var second = two.told(1, two.plan(1, 2, job(3)));
    two.judged(0, first);
    var refused = two.judged(1, second);
    assertThat(refused.sent(PlaceTask.class)).isEmpty();

    var again = two.told(1, two.retry(1, refused));

    assertThat(two.judged(1, again).sent(PlaceTask.class)).hasSize(3);
  }

  @Test
  void requirementsAreKept() {
    var ssd = CommitCell.machine(1, size(2, 2), "disk", "ssd");
    var some = new CommitCell(1, CONFIG, ThinkTime.NONE, new Machine(0, size(9, 9)), ssd);
    var where = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));

    var stage = Jobs.stage("s", 5).withWhere(where);
    var committed = some.told(0, some.plan(0, 1, JobSpec.of("on ssd", stage)));

    assertThat(committed.sent(CommitTransaction.class).getFirst().transaction().machines())
        .containsExactly(1, 1);
  }

  @Test
  void theAnswerToAnOlderTransactionDoesNotDecideTheNext() {
    var answer = cell.judge(cell.told(0, cell.plan(0, 1, job(1))));
    cell.tell(0, answer);
    var second = cell.told(0, cell.plan(0, 2, job(1)));

    assertThat(cell.tell(0, answer).all()).isEmpty();
    assertThat(cell.judged(0, second).sent(PlaceTask.class)).hasSize(1);
  }

  @Test
  void nothingIsAskedAgainBeforeItsTime() {
    cell.plan(0, 1, job(1));
    long againNs = CommitCell.TIMING.repeatAfterNs();
    assertThat(cell.beatAfter(0, againNs - 1).sent(GetCellDelta.class)).isEmpty();
    assertThat(cell.beatAfter(0, 1).sent(GetCellDelta.class)).hasSize(1);
  }

  @Test
  void theEndOfATaskBringsNothingForwardWhereItShouldNot() {
    var steady = new CommitConfig.Retry(10, 1_000_000, 0, false);
    var full = CommitCell.of(CONFIG.with(steady), size(1, 1));
    var first = full.placed(0, 1, job(1)).getFirst();
    var out = full.told(0, full.plan(0, 2, job(1)));
    for (int tries = 0; tries < 10; tries++) {
      out = full.told(0, full.retry(0, out));
    }
    assertThat(full.finished(0, 0, first).only(Effect.WakeAt.class)).isEmpty();
  }
}
