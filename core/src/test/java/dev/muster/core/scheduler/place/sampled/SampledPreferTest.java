package dev.muster.core.scheduler.place.sampled;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.TIMING;
import static dev.muster.core.scheduler.SchedulerCell.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.RunResult;
import dev.muster.model.Where;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Late binding for tasks that may not run just anywhere. */
final class SampledPreferTest {

  private static final long PATIENCE_NS = 500 * MS;

  private final SchedulerCell cell = new SchedulerCell(8);

  /** The patience of a task may be over. */
  private Wake patience() {
    return new Wake(cell.scheduler.timer("PATIENCE"));
  }

  @SafeVarargs
  private static JobSpec job(long patienceNs, List<Integer>... prefer) {
    List<List<Integer>> each = new ArrayList<>();
    for (var nodes : prefer) {
      each.add(nodes);
    }
    return job(patienceNs, each);
  }

  private static JobSpec job(long patienceNs, List<List<Integer>> each) {
    var where = Where.ANYWHERE.withPrefer(each, patienceNs);
    return JobSpec.of("job", stage("near", each.size()).withWhere(where).withRetries(1));
  }

  /** The nodes to which messages of this kind went. */
  private static List<Integer> nodes(RecordingEffects effects, Class<? extends NodeEvent> kind) {
    return effects.only(Send.class).stream()
        .filter(send -> kind.isInstance(send.event()))
        .map(send -> send.to().index())
        .toList();
  }

  private static long at(int node, RecordingEffects planned) {
    return planned.sentTo(SchedulerCell.node(node)).stream()
        .map(EnqueueReservation.class::cast)
        .findFirst()
        .orElseThrow()
        .reservation();
  }

  private static List<Long> reservedAt(int node, RecordingEffects effects) {
    return effects.sentTo(SchedulerCell.node(node)).stream()
        .filter(EnqueueReservation.class::isInstance)
        .map(event -> ((EnqueueReservation) event).reservation())
        .toList();
  }

  @Test
  void onlyNodesThatAreAsRequiredAreReserved() {
    var machines =
        List.of(
            new Machine(20, Jobs.size(4, 4), Map.of("disk", "hdd")),
            new Machine(21, Jobs.size(4, 4), Map.of("disk", "ssd")),
            new Machine(22, Jobs.size(4, 4)));
    cell.scheduler.tell(new MachineList(2, machines));
    var where = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));
    var planned = cell.plan(1, JobSpec.of("job", stage("fast", 2).withWhere(where)));

    assertThat(nodes(planned, EnqueueReservation.class)).hasSize(4).containsOnly(21);
  }

  @Test
  void eachTaskIsReservedForAtNodesThatItPrefers() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1, 2, 3), List.of(5)));

    assertThat(nodes(planned, EnqueueReservation.class)).containsExactlyInAnyOrder(1, 2, 5);
  }

  @Test
  void whoeverIsFreeFirstGetsATaskThatMayRunThere() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1, 2), List.of(5, 6)));

    assertThat(cell.assigned(6, at(6, planned)).index()).isEqualTo(1);
    assertThat(cell.assigned(1, at(1, planned)).index()).isEqualTo(0);
  }

  @Test
  void whatNobodyCanUseAnyMoreIsWithdrawnAtOnce() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1, 2), List.of(5, 6)));
    var given = cell.wanted(1, at(1, planned));

    assertThat(nodes(given, WithdrawReservation.class)).containsExactly(2);
    assertThat(cell.wanted(2, at(2, planned)).sent(NoTask.class)).hasSize(1);
  }

  @Test
  void whatWasReservedForOneIsWithdrawnWhereTheNextHasItsOwn() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1, 2), List.of(2)));
    var given = cell.wanted(1, at(1, planned));
    var atTwo = planned.sentTo(SchedulerCell.node(2));
    assertThat(atTwo).hasSize(2);
    long leftOver = ((EnqueueReservation) atTwo.getFirst()).reservation();
    long own = ((EnqueueReservation) atTwo.getLast()).reservation();

    assertThat(given.sent(WithdrawReservation.class))
        .containsExactly(new WithdrawReservation(leftOver));
    assertThat(cell.assigned(2, own).index()).isEqualTo(1);
  }

  @Test
  void aBusyNodeDoesNotKeepTasksFromTheOtherThatTheyPrefer() {
    int tasks = 2 * SampledPlacer.RESERVATIONS_PER_JOB;
    var planned = cell.plan(1, job(Where.FIRM, Collections.nCopies(tasks, List.of(5, 6))));
    assertThat(planned.sent(EnqueueReservation.class)).hasSize(SampledPlacer.RESERVATIONS_PER_JOB);
    var line = new ArrayDeque<>(reservedAt(6, planned));
    int ran = 0;
    while (!line.isEmpty()) {
      long reservation = line.remove();
      var given = cell.wanted(6, reservation);
      var work = given.sent(LaunchTask.class).getFirst().work();
      line.addAll(reservedAt(6, given));
      line.addAll(reservedAt(6, cell.finished(6, reservation, work, RunResult.SUCCESS)));
      ran++;
    }
    assertThat(ran).isEqualTo(tasks);
  }

  @Test
  void aTaskThatIsTriedAgainIsTriedWhereItPrefers() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1, 2)));
    long reservation = at(1, planned);
    var work = cell.assigned(1, reservation);
    var again = cell.finished(1, reservation, work, RunResult.failed(1, "no"));

    assertThat(nodes(again, EnqueueReservation.class)).as("it failed on 1").containsExactly(2);
    assertThat(cell.assigned(2, at(2, again)).attempt()).isEqualTo(2);
  }

  @Test
  void aTaskThatPrefersOneNodeAloneIsTriedThereAgain() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1)));
    var work = cell.assigned(1, at(1, planned));
    var again = cell.finished(1, at(1, planned), work, RunResult.failed(1, "no"));

    assertThat(nodes(again, EnqueueReservation.class)).containsExactly(1);
  }

  @Test
  void aNodeThatHoldsAPlaceForATaskThatFailedThereGetsAnother() {
    var both = List.of(1, 2);
    var planned = cell.plan(1, job(Where.FIRM, both, both, both));
    var first = reservedAt(1, planned);
    var work = cell.assigned(1, first.getFirst());
    var again = cell.finished(1, first.getFirst(), work, RunResult.failed(1, "no"));
    var all = new ArrayList<>(reservedAt(2, planned));
    all.addAll(reservedAt(2, again));

    assertThat(cell.assigned(1, first.get(1)).index()).isNotEqualTo(work.index());
    var last = cell.wanted(1, first.get(2));
    all.addAll(reservedAt(2, last));
    assertThat(last.sent(LaunchTask.class).getFirst().work().index()).isNotEqualTo(work.index());
    var left = all.stream().map(one -> cell.wanted(2, one)).toList();
    assertThat(left.stream().flatMap(each -> each.sent(LaunchTask.class).stream()))
        .as("it waits on, for the other node")
        .extracting(each -> each.work().index())
        .containsExactly(work.index());
  }

  @Test
  void aReservationThatIsLostIsReplacedWhereTheTaskHasNone() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1, 2)));
    var again = cell.unknown(1, cell.scheduler.nowNs(), at(1, planned));

    assertThat(nodes(again, EnqueueReservation.class)).containsExactly(1);
  }

  @Test
  void whatANodeReturnsIsTriedAgainAtTheBeat() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1)));
    var full = new ReservationReturned(1, at(1, planned), ReturnReason.LIMIT, "");
    assertThat(cell.scheduler.tell(full).all()).isEmpty();

    assertThat(nodes(cell.beatAfter(TIMING.beatNs()), EnqueueReservation.class)).containsExactly(1);
  }

  @Test
  void aTaskWaitsForItsNodeToJoin() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(9)));
    assertThat(planned.sent(EnqueueReservation.class)).isEmpty();
    assertThat(cell.beatAfter(TIMING.beatNs()).sent(EnqueueReservation.class)).isEmpty();

    var joined = cell.scheduler.tell(view(2, 10));
    assertThat(nodes(joined, EnqueueReservation.class)).containsExactly(9);
  }

  @Test
  void patienceEndsAndAnyNodeWillDo() {
    var planned = cell.plan(1, job(PATIENCE_NS, List.of(5, 6)));
    assertThat(planned.only(WakeAt.class))
        .containsExactly(new WakeAt(PATIENCE_NS, cell.scheduler.timer("PATIENCE")));

    var early = cell.scheduler.after(PATIENCE_NS - 1).tell(patience());
    assertThat(early.sent(EnqueueReservation.class)).isEmpty();
    var over = cell.scheduler.after(1).tell(patience());
    assertThat(nodes(over, EnqueueReservation.class)).containsExactly(0, 1);

    var given = cell.wanted(1, at(1, over));
    assertThat(given.sent(LaunchTask.class)).hasSize(1);
    assertThat(nodes(given, WithdrawReservation.class)).containsExactlyInAnyOrder(5, 6, 0);
  }

  @Test
  void afterPatienceThePreferredNodeMayStillBeFirst() {
    var planned = cell.plan(1, job(PATIENCE_NS, List.of(5)));
    var over = cell.scheduler.after(PATIENCE_NS).tell(patience());
    assertThat(over.sent(EnqueueReservation.class)).hasSize(2);

    assertThat(cell.assigned(5, at(5, planned)).index()).isZero();
  }

  @Test
  void thePatienceOfATaskThatIsTriedAgainBeginsAnew() {
    var planned = cell.plan(1, job(PATIENCE_NS, List.of(5)));
    var work = cell.assigned(5, at(5, planned));
    cell.scheduler.after(PATIENCE_NS);
    var again = cell.finished(5, at(5, planned), work, RunResult.lost("its end is not known"));

    assertThat(nodes(again, EnqueueReservation.class)).containsExactly(5);
    assertThat(again.only(WakeAt.class))
        .containsExactly(new WakeAt(2 * PATIENCE_NS, cell.scheduler.timer("PATIENCE")));
  }

  @Test
  void patienceEndsBehindABusyNodeTheOtherOfWhichServedSome() {
    var planned = cell.plan(1, job(PATIENCE_NS, Collections.nCopies(4, List.of(5, 6))));
    for (long reservation : reservedAt(6, planned).subList(0, 2)) {
      cell.assigned(6, reservation);
    }
    var over = cell.scheduler.after(PATIENCE_NS).tell(patience());

    assertThat(nodes(over, EnqueueReservation.class)).as("two for each that is free").hasSize(4);
    for (int node = 0; node < 2; node++) {
      cell.assigned(node, at(node, over));
    }
  }

  @Test
  void whatFreeTasksLeaveAtBusyNodesIsNotWhatTheNextWaitFor() {
    cell.plan(1, job(PATIENCE_NS, Collections.nCopies(4, List.of(5, 6))));
    var over = cell.scheduler.after(PATIENCE_NS).tell(patience());
    assertThat(nodes(over, EnqueueReservation.class)).hasSize(8);
    cell.assigned(0, at(0, over));
    cell.assigned(1, at(1, over));
    for (int node = 2; node < 8; node++) {
      cell.scheduler.tell(new ReservationReturned(node, at(node, over), ReturnReason.LIMIT, ""));
    }

    assertThat(nodes(cell.beatAfter(TIMING.beatNs()), EnqueueReservation.class)).hasSize(4);
  }

  @Test
  void tokensLimitHowManyTasksAreTried() {
    var spec = job(Where.FIRM, List.of(1), List.of(2), List.of(3)).withTokens(1);
    var planned = cell.plan(1, spec);
    assertThat(nodes(planned, EnqueueReservation.class)).containsExactly(1, 2);

    var work = cell.assigned(1, at(1, planned));
    var done = cell.finished(1, at(1, planned), work, RunResult.SUCCESS);
    assertThat(nodes(done, EnqueueReservation.class)).containsExactly(3, 2);
  }

  @Test
  void aTaskWhoseNodeIsSilentDoesNotKeepTheOthersFromTheOnlyToken() {
    var spec = job(Where.FIRM, List.of(7), List.of(1), List.of(2), List.of(3)).withTokens(1);
    var told = cell.plan(1, spec);
    for (int node = 1; node <= 3; node++) {
      long reservation = at(node, told);
      var work = cell.assigned(node, reservation);
      told = cell.finished(node, reservation, work, RunResult.SUCCESS);
    }
  }

  @Test
  void tasksWhoseNodeIsLostGoBehindTheOthers() {
    var spec = job(Where.FIRM, List.of(7), List.of(7), List.of(1), List.of(2)).withTokens(1);
    var planned = cell.plan(1, spec);
    assertThat(nodes(planned, EnqueueReservation.class)).containsExactly(7, 7);

    assertThat(nodes(cell.untilLost(), EnqueueReservation.class)).containsExactly(1, 2);
  }

  @Test
  void tasksWithoutPreferencesRunAnywhere() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(), List.of(7), List.of()));

    assertThat(nodes(planned, EnqueueReservation.class)).containsExactlyInAnyOrder(7, 0, 1, 2, 3);
    assertThat(cell.assigned(0, at(0, planned)).index()).isZero();
    assertThat(cell.assigned(7, at(7, planned)).index()).isEqualTo(1);
  }

  @Test
  void whatWasReservedAnewForATaskThatIsDoneAfterAllIsWithdrawn() {
    var planned = cell.plan(1, job(Where.FIRM, List.of(1), List.of(5)));
    var work = cell.assigned(1, at(1, planned));
    var again = cell.unknown(1, cell.scheduler.nowNs(), at(1, planned));
    assertThat(nodes(again, EnqueueReservation.class)).containsExactly(1);

    var late = cell.finished(1, at(1, planned), work, RunResult.SUCCESS);
    assertThat(nodes(late, WithdrawReservation.class)).containsExactly(1);
  }
}
