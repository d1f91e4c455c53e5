package dev.muster.sim.experiment.parsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.cell.TransactionResult.MovedClaim;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.place.SearchOrder;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.model.JobSpec;
import dev.muster.sim.experiment.parsync.Flow.Phase;
import dev.muster.sim.experiment.parsync.Tape.Job;
import dev.muster.sim.experiment.parsync.Tape.Round;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the experiments are made of, by hand. */
final class PartsTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;

  /** Claims for machines 0, 1, 2 … of which the last were refused. */
  private static Round round(long nowNs, long delayNs, int tried, int refused) {
    int[] machines = new int[tried];
    List<Rejection> no = new ArrayList<>();
    for (int at = 0; at < tried; at++) {
      machines[at] = at;
      if (at >= tried - refused) {
        no.add(new Rejection(at, at, at, RejectionReason.NO_MACHINE, 0, 0));
      }
    }
    var proposal =
        new Transaction(
            0,
            TransactionOptions.STANDARD,
            List.of(),
            new long[tried],
            machines,
            new int[tried],
            new int[tried],
            new long[0]);
    var moved = tried > refused ? List.of(new MovedClaim(0, 9)) : List.<MovedClaim>of();
    return new Round(
        0, nowNs, delayNs, proposal, new TransactionResult(no, moved, new MachineRows().pack()));
  }

  @Test
  void ofTwoTasksForTwoSlotsOneInTwoIsRefused() {
    assertThat(new OneRound(2, 1, 2).expected()).isCloseTo(0.5, within(1e-9));
    assertThat(new OneRound(1, 5, 10).expected()).as("nobody else").isCloseTo(0, within(1e-9));
    assertThat(new OneRound(3, 4, 4).expected()).as("all want all").isCloseTo(8, within(1e-9));
  }

  @Test
  void schedulersGetJobsInTurnsAndFasterInTheNextPhase() {
    var phases = List.of(new Phase(1, List.of(20.0)), new Phase(1, List.of(40.0)));
    var flow = new Flow(phases, 10, 0, new Distribution.Constant(1), 1);
    var arrivals = new Arrivals(flow, 2);
    List<String> seen = new ArrayList<>();
    while (!arrivals.isOver()) {
      int scheduler = arrivals.scheduler();
      seen.add(scheduler + "@" + arrivals.atNs(scheduler) / MS);
      arrivals.advance(scheduler);
    }
    assertThat(seen)
        .containsExactly(
            "0@0", "1@250", "0@500", "1@750", "0@1000", "0@1250", "1@1250", "0@1500", "1@1500",
            "0@1750", "1@1750");
  }

  @Test
  void eachGroupHasItsOwnRate() {
    var flow =
        new Flow(
            List.of(new Phase(1, List.of(10.0, 20.0))), 10, 0, new Distribution.Constant(1), 1);
    assertThat(flow.gapNs(2, 0)).isEqualTo(S);
    assertThat(flow.gapNs(3, 0)).isEqualTo(S / 2);
  }

  @Test
  void halvesAreOfTheGap() {
    var halves = new Halves(model(1).setup(Order.WHOLE, 0), S, 3 * S);
    halves.judged(round(900 * MS, S, 10, 10));
    halves.judged(round(S + 100 * MS, 100 * MS, 10, 5));
    halves.judged(round(S + 300 * MS, 300 * MS, 4, 3));
    halves.judged(round(3 * S, S, 10, 10));
    assertThat(halves.conflictRate(0)).isEqualTo(0.5);
    assertThat(halves.conflictRate(1)).isEqualTo(0.75);
    assertThat(halves.delayShare(0)).isEqualTo(0.25);
    assertThat(halves.delayShare(1)).isEqualTo(0.75);
  }

  @Test
  void whoRefreshesApartHasItsOwnHalves() {
    var setup = model(1).setup(Order.WHOLE, 0);
    assertThat(setup.sinceRefreshNs(5, 600 * MS)).isEqualTo(100 * MS);
    assertThat(setup.refreshingApart().sinceRefreshNs(5, 600 * MS)).isEqualTo(350 * MS);
    assertThat(setup.skewNs(SchedulerEvent.at(5))).isZero();
    assertThat(setup.refreshingApart().skewNs(SchedulerEvent.at(5))).isEqualTo(250 * MS);
    assertThat(setup.refreshingApart().skewNs(NodeEvent.at(5))).isZero();
  }

  private static Model model(int times) {
    return new Model(1, 0.1, 40_000, 0.5, 2, 1, times, 0);
  }

  @Test
  void curvesKnowDelaysScoresAndConflictsOfEachInterval() {
    int[] grades = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
    var curves = new Curves(1, 2, 1, grades);
    curves.judged(round(500 * MS, S, 3, 1));
    curves.judged(round(1_500 * MS, 2 * S, 1, 1));
    curves.judged(round(5 * S, 2 * S, 2, 0));
    var first = curves.bins(0).getFirst();
    assertThat(first.delay(50)).isCloseTo(1, within(0.01));
    assertThat(first.meanDelay()).isEqualTo(1);
    assertThat(first.refused()).isEqualTo(1);
    assertThat(first.score(50)).as("of machine 1").isCloseTo(2, within(0.1));
    assertThat(first.score(100)).as("the first was moved").isCloseTo(10, within(0.1));
    assertThat(curves.bins(0).getLast().placed()).as("what is late is in the last").isEqualTo(2);
  }

  @Test
  void totalsAreAveragesOverJobs() {
    var totals = new Totals();
    for (long number = 1; number <= 2; number++) {
      var job = new Job(0, 2, S);
      job.placedNs = S + number * S;
      job.endedNs = S + number * 3 * S;
      job.runNs = 4 * S;
      job.preferred = 1;
      totals.ended(job);
    }
    assertThat(totals.placing()).isEqualTo(1.5);
    assertThat(totals.completion()).isEqualTo(4.5);
    assertThat(totals.run()).isEqualTo(4);
    assertThat(totals.preferredShare()).isEqualTo(0.5);
  }

  @Test
  void onlyTheWayOfLatencySearchesLess() {
    var time = new SearchTime(10, 2);
    var job = JobSpec.of("0");
    assertThat(time.ns(job, 3, SearchOrder.LATENCY)).isEqualTo(30);
    assertThat(time.ns(job, 3, SearchOrder.QUALITY)).isEqualTo(60);
    assertThat(time.ns(job, 3, SearchOrder.ANYWHERE)).isEqualTo(60);
  }

  @Test
  void strategiesAreNamed() {
    assertThat(Strategy.named("all", List.of(1.0, 2.0)))
        .extracting(Strategy::label)
        .containsExactly("latency", "adaptive τ=1.0 s", "adaptive τ=2.0 s", "quality", "statesync");
    assertThat(Strategy.named("quality+repair", List.of()))
        .singleElement()
        .matches(strategy -> strategy.terms().mayRepair())
        .matches(strategy -> strategy.label().equals("quality+repair"));
  }

  @Test
  void scaleKeepsAllInProportion() {
    var whole = new Model(1, 1, 40_000, 0.5, 2, 1, 4, 0);
    var tenth = new Model(1, 0.1, 40_000, 0.5, 2, 1, 4, 0);
    assertThat(whole.setup(Order.WHOLE, 15_000).slots()).isEqualTo(215_000);
    assertThat(tenth.setup(Order.WHOLE, 15_000).slots()).isEqualTo(21_500);
    assertThat(whole.flow(1).tasks()).as("the paper's batch").isEqualTo(100);
    assertThat(tenth.flow(1).tasks()).isEqualTo(10);
    assertThat(tenth.flow(1).gapNs(0, 0)).isEqualTo(whole.flow(1).gapNs(0, 0));
    assertThat(tenth.setup(Order.WHOLE, 0).thinking().ns(JobSpec.of("0"), 10))
        .isEqualTo(whole.setup(Order.WHOLE, 0).thinking().ns(JobSpec.of("0"), 100));
  }

  @Test
  void scoresAreSpreadAsThePaperSays() {
    var setup = new Model(1, 0.1, 40_000, 0.5, 4, 1, 1, 0).setup(Order.WHOLE, 0);
    double mean = 0;
    double square = 0;
    for (int grade : setup.grades()) {
      mean += grade / 10.0 / setup.slots();
      square += grade / 10.0 * grade / 10.0 / setup.slots();
    }
    assertThat(mean).isCloseTo(10, within(0.05));
    assertThat(square - mean * mean).isCloseTo(4, within(0.15));
  }
}
