package dev.muster.core.scheduler.place.sampled;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.place.sampled.SampledOptions.Hedging;
import dev.muster.core.scheduler.place.sampled.SampledOptions.ShortNodes;
import dev.muster.model.JobSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More nodes while the first ones are busy; nodes that are closed to long tasks; who yields. */
final class HedgeTest {

  private static final int NODES = 20;
  private static final int MOST = 6;
  private static final SampledOptions HEDGED = SampledOptions.PLAIN.with(new Hedging(MOST, 2, 0));

  private final List<Sent> sent = new ArrayList<>();

  /** A reservation, and the node it went to. */
  private record Sent(int node, EnqueueReservation event) {
    long id() {
      return event.reservation();
    }
  }

  private static Stepped<SchedulerEvent> scheduler(int nodes, SampledOptions options) {
    return new SchedulerCell(
            nodes, context -> List.of(new SampledPlacer(context, options, Chance.of(1, "hedge"))))
        .scheduler;
  }

  private List<Sent> reservations(RecordingEffects effects) {
    List<Sent> found = new ArrayList<>();
    for (var send : effects.only(Send.class)) {
      if (send.event() instanceof EnqueueReservation event) {
        found.add(new Sent(send.to().index(), event));
      }
    }
    sent.addAll(found);
    return found;
  }

  private List<Sent> plan(Stepped<SchedulerEvent> scheduler, long number, JobSpec job) {
    return reservations(scheduler.tell(new AssignJob(number, job, CLIENT, 0)));
  }

  private RecordingEffects busy(Stepped<SchedulerEvent> scheduler, Sent one, long forNs) {
    return scheduler.tell(new NodeBusy(one.node(), one.id(), forNs));
  }

  @Test
  void anotherNodeIsDrawnBesideABusyOne() {
    var scheduler = scheduler(NODES, HEDGED);
    var first = plan(scheduler, 1, Jobs.job(1));
    assertThat(first).hasSize(2).allMatch(one -> one.event().hedged());

    var more = busy(scheduler, first.getFirst(), S);
    assertThat(more.sent(WithdrawReservation.class)).isEmpty();
    assertThat(reservations(more)).hasSize(1);
    assertThat(busy(scheduler, first.getFirst(), S).all()).as("heard again").isEmpty();
    assertThat(new HashSet<>(sent.stream().map(Sent::node).toList())).hasSize(3);
  }

  @Test
  void theSearchEndsAtItsLimit() {
    var scheduler = scheduler(NODES, HEDGED);
    plan(scheduler, 1, Jobs.job(1));
    assertThat(leftWhenAllAreBusy(scheduler)).isEqualTo(MOST);
    assertThat(new HashSet<>(sent.subList(0, MOST).stream().map(Sent::node).toList()))
        .hasSize(MOST);
  }

  /** How many reservations there are once each node has said that it is busy. */
  private int leftWhenAllAreBusy(Stepped<SchedulerEvent> scheduler) {
    int withdrawn = 0;
    for (int heard = 0; heard < sent.size(); heard++) {
      var effects = busy(scheduler, sent.get(heard), S);
      withdrawn += effects.sent(WithdrawReservation.class).size();
      reservations(effects);
    }
    assertThat(sent).as("each node is busy once").hasSizeLessThanOrEqualTo(NODES + MOST);
    return sent.size() - withdrawn;
  }

  @Test
  void atTheLimitABusyNodeIsLeftForOneThatMayBeIdle() {
    var scheduler = scheduler(NODES, SampledOptions.PLAIN.with(new Hedging(2, 0, 0)));
    var first = plan(scheduler, 1, Jobs.job(1)).getFirst();

    var moved = busy(scheduler, first, 100 * S);
    assertThat(moved.sent(WithdrawReservation.class))
        .containsExactly(new WithdrawReservation(first.id()));
    assertThat(reservations(moved)).hasSize(1).noneMatch(one -> one.node() == first.node());
  }

  @Test
  void whereAllNodesAreBusyReservationsStay() {
    var scheduler = scheduler(2, SampledOptions.PLAIN.with(new Hedging(2, 0, 0)));
    var first = plan(scheduler, 1, Jobs.job(1));
    busy(scheduler, first.getFirst(), 100 * S);
    sent.clear();
    plan(scheduler, 2, Jobs.job(1));
    int waiting = sent.size();
    for (int heard = 0; heard < sent.size() && heard < 9; heard++) {
      reservations(busy(scheduler, sent.get(heard), 100 * S));
    }
    assertThat(waiting).isEqualTo(2);
    assertThat(sent).as("moved at most once for each node").hasSizeBetween(2, 4);
  }

  @Test
  void theLimitGrowsWithTheTasks() {
    var hedged = SampledOptions.PLAIN.with(new Hedging(MOST, 4, 0));
    var scheduler = scheduler(NODES, hedged);
    plan(scheduler, 1, Jobs.job(3));
    assertThat(leftWhenAllAreBusy(scheduler)).isEqualTo(3 * 4);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 100, 50", // tasks, ms of each, reservations at the most
    "10, 2800, 1400",
    "10, 20000, 1500",
    "100, 20000, 2000",
    "10, 0, 500", // a second where nobody knows
  })
  void shortTasksAreNotWorthALongSearch(int tasks, long eachMs, int most) {
    assertThat(SampledOptions.OF_AUTO.hedging().most(tasks, eachMs * Jobs.MS)).isEqualTo(most);
  }

  @Test
  void nodesKnownToBeBusyComeLastAndAreNotAsked() {
    var scheduler = scheduler(MOST, HEDGED);
    var first = plan(scheduler, 1, Jobs.job(1)).getFirst();
    reservations(busy(scheduler, first, 100 * S));
    sent.clear();

    plan(scheduler, 2, Jobs.job(1));
    for (int heard = 0; heard < MOST - 1; heard++) {
      assertThat(sent.get(heard).node()).isNotEqualTo(first.node());
      reservations(busy(scheduler, sent.get(heard), 100 * S));
    }
    assertThat(sent.getLast().node()).isEqualTo(first.node());
    assertThat(sent.getLast().event().hedged()).as("the answer is known").isFalse();
    assertThat(sent).hasSize(MOST);
  }

  @Test
  void aCandidateThatIsBusyMeanwhileComesLast() {
    var scheduler = scheduler(MOST, HEDGED);
    plan(scheduler, 1, Jobs.job(1));
    reservations(busy(scheduler, sent.getFirst(), 100 * S));
    var ofOne = new ArrayList<>(sent);
    var meanwhile =
        plan(scheduler, 2, Jobs.job(3)).stream()
            .filter(one -> ofOne.stream().noneMatch(other -> other.node() == one.node()))
            .findFirst()
            .orElseThrow();
    busy(scheduler, meanwhile, 100 * S);
    for (int heard = 1; ofOne.size() < MOST - 1; heard++) {
      ofOne.addAll(reservations(busy(scheduler, ofOne.get(heard), 100 * S)));
      assertThat(ofOne.getLast().node()).isNotEqualTo(meanwhile.node());
    }
    ofOne.addAll(reservations(busy(scheduler, ofOne.getLast(), 100 * S)));
    assertThat(ofOne.getLast().node()).isEqualTo(meanwhile.node());
  }

  @Test
  void whatIsOverIsAtNoBusyNode() {
    var scheduler = scheduler(NODES, SampledOptions.PLAIN.with(new Hedging(NODES, 0, 0)));
    var first = plan(scheduler, 1, Jobs.job(2));
    first.forEach(one -> reservations(busy(scheduler, one, S)));
    assertThat(sent).hasSize(4 + 4);
    for (var one : first.subList(0, 2)) {
      scheduler.tell(new ReservationReturned(one.node(), one.id(), ReturnReason.LIMIT, ""));
    }
    assertThat(reservations(busy(scheduler, sent.getLast(), S)))
        .as("6 are left, 3 of them at busy nodes")
        .hasSize(1);
  }

  @Test
  void theLimitHoldsWhereAllNodesAreKnownToBeBusy() {
    var scheduler = scheduler(NODES, SampledOptions.PLAIN.with(new Hedging(7, 0, 0)));
    plan(scheduler, 1, Jobs.job(NODES)).forEach(one -> busy(scheduler, one, 100 * S));
    sent.clear();
    assertThat(plan(scheduler, 2, Jobs.job(3))).hasSize(7);
  }

  @Test
  void nothingIsBelievedForTooLong() {
    var busy = new BusyNodes(BusyNodes.LAST_NS);
    assertThat(busy.note(0, 3, Long.MAX_VALUE / 2)).isTrue();
    assertThat(busy.note(1, 3, S)).as("known").isFalse();
    assertThat(busy.isBusy(S, 3)).isTrue();
    assertThat(busy.isBusy(1 + S, 3)).as("the latest word counts").isFalse();
    busy.note(0, 3, Long.MAX_VALUE / 2);
    assertThat(busy.isBusy(BusyNodes.LAST_NS - 1, 3)).isTrue();
    assertThat(busy.isBusy(BusyNodes.LAST_NS, 3)).isFalse();
  }

  @Test
  void stagesOfOtherJobsDoWithoutWhatAutoDoes() {
    var scheduler =
        new SchedulerCell(
                NODES,
                context ->
                    List.of(
                        new SampledPlacer(
                            context, SampledOptions.PLAIN, HEDGED, Chance.of(1, "hedge"))))
            .scheduler;
    var usual = plan(scheduler, 1, Jobs.job(1).withPolicy(JobSpec.SAMPLED));
    assertThat(usual).hasSize(2).noneMatch(one -> one.event().hedged());
    assertThat(busy(scheduler, usual.getFirst(), S).all()).isEmpty();
    assertThat(plan(scheduler, 2, Jobs.job(1))).hasSize(2).allMatch(one -> one.event().hedged());
  }

  // Nodes for short tasks.

  private static JobSpec job(int tasks, long estimateNs) {
    return JobSpec.of("job", Jobs.stage("s", tasks).withEstimate(estimateNs));
  }

  private static SampledOptions closing(int every) {
    return SampledOptions.PLAIN.with(new ShortNodes(every, 90 * S));
  }

  @Test
  void longTasksLeaveSomeNodesToShortOnes() {
    var scheduler = scheduler(NODES, closing(4));
    assertThat(plan(scheduler, 1, job(50, 90 * S))).hasSize(100).noneMatch(one -> closed(one));
    assertThat(plan(scheduler, 2, job(50, 90 * S - 1))).hasSize(100).anyMatch(one -> closed(one));
    assertThat(plan(scheduler, 3, job(50, 0))).as("unknown").anyMatch(one -> closed(one));
  }

  private static boolean closed(Sent one) {
    return one.node() % 4 == 3;
  }

  @Test
  void longTasksHaveTheNodesOfShortOnesWhereNoOtherWillDo() {
    var scheduler = scheduler(0, closing(2));
    scheduler.tell(
        new SchedulerEvent.MachineList(1, List.of(new SchedulerEvent.Machine(1, size(4, 4)))));
    assertThat(plan(scheduler, 1, job(1, 100 * S))).hasSize(2).allMatch(one -> one.node() == 1);
  }

  @Test
  void aNodeThatJoinsIsForShortTasksToo() {
    var scheduler = scheduler(3, closing(4));
    assertThat(plan(scheduler, 1, job(30, 100 * S))).hasSize(60);
    var joined = scheduler.tell(SchedulerCell.view(2, 4));
    assertThat(reservations(joined)).isEmpty();
    assertThat(joined.sent(WithdrawReservation.class)).as("none is moved").isEmpty();
  }

  // Yielding.

  @ParameterizedTest
  @CsvSource({
    "1, 3, 3", // seconds of one task, tasks, seconds
    "4, 3, 10", // up to the limit
    "0, 3, 10", // what takes nobody knows how long comes last
  })
  void reservationsYieldByTheWorkThatIsLeft(long seconds, int tasks, long yields) {
    var scheduler = scheduler(NODES, SampledOptions.PLAIN.withYield(10 * S));
    assertThat(plan(scheduler, 1, job(tasks, seconds * S)))
        .hasSize(2 * tasks)
        .allMatch(one -> one.event().demand().yieldNs() == yields * S)
        .allMatch(one -> one.event().demand().estimateNs() == seconds * S);
  }

  @Test
  void laterReservationsYieldLess() {
    var options = SampledOptions.PLAIN.withSticky().withYield(10 * S);
    var scheduler = scheduler(NODES, options);
    var first = plan(scheduler, 1, job(3, S)).getFirst();
    var next = reservations(scheduler.tell(new GetTask(first.node(), first.id(), 1)));
    assertThat(next).hasSize(1);
    assertThat(next.getFirst().event().demand().yieldNs()).isEqualTo(2 * S);
  }

  @Test
  void withoutTheOptionNothingYields() {
    assertThat(plan(scheduler(NODES, HEDGED), 1, job(3, S)))
        .allMatch(one -> one.event().demand().yieldNs() == 0);
  }

  // Options.

  @Test
  void someNodesAreDrawnTwiceWhereDrawsRepeat() {
    var scheduler = scheduler(NODES, SampledOptions.PLAIN.withRepeats());
    var nodes = plan(scheduler, 1, Jobs.job(10)).stream().map(Sent::node).toList();
    assertThat(nodes).hasSize(20);
    assertThat(new HashSet<>(nodes)).hasSizeBetween(8, 18);
  }

  @Test
  void optionsThatCannotBeAreRejected() {
    assertThatThrownBy(() -> new Hedging(-1, 0, 0)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new Hedging(0, Double.NaN, 0)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Hedging(0, 0, -1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new ShortNodes(1, 0)).hasMessageContaining("1, 0");
    assertThatThrownBy(() -> new ShortNodes(2, -1)).hasMessageContaining("-1");
  }

  @Test
  void autoTakesWhatTheOperatorSays() {
    assertThat(SampledOptions.STANDARD.ofAuto()).isEqualTo(SampledOptions.OF_AUTO);
    assertThat(SampledOptions.PLAIN.ofAuto()).isEqualTo(SampledOptions.PLAIN);
  }
}
