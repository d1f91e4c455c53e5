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
import dev.muster.core.scheduler.place.Thinking.SearchOrder;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.model.JobSpec;
import dev.muster.model.Where;
import dev.muster.sim.experiment.Ledger.DecidedTransaction;
import dev.muster.sim.experiment.parsync.ExtraSlots.NeededSlots;
import dev.muster.sim.experiment.parsync.JobFlow.FlowArrivals;
import dev.muster.sim.experiment.parsync.JobFlow.FlowPhase;
import dev.muster.sim.experiment.parsync.PartitionedLedger.FlowJob;
import dev.muster.sim.experiment.parsync.RoundConflicts.OneRound;
import dev.muster.sim.experiment.parsync.ScaledCluster.SearchTime;
import dev.muster.sim.experiment.parsync.ScaledModel.Varied;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the experiments are made of, by hand. */
final class PartsTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;

  /** Claims of a job for machines 0, 1, 2 … of which the last were rejected. */
  private static void decide(
      PartitionedLedger ledger, long nowNs, long delayNs, int tried, int refused) {
    int[] machines = new int[tried];
    List<Rejection> no = new ArrayList<>();
    for (int at = 0; at < tried; at++) {
      machines[at] = at;
      if (at >= tried - refused) {
        no.add(new Rejection(at, at, at, RejectionReason.NO_MACHINE, 0, 0));
      }
    }
    var transaction =
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
    var result = new TransactionResult(no, moved, new MachineRows().pack());
    ledger.readTimeFrom(() -> nowNs);
    ledger.decided(job(100, nowNs - delayNs), new DecidedTransaction(0, transaction, result));
  }

  private static FlowJob job(int tasks, long submittedNs) {
    return new FlowJob(0, tasks, Where.ANYWHERE, submittedNs);
  }

  @Test
  void ofTwoTasksForTwoSlotsOneInTwoIsRefused() {
    assertThat(new OneRound(2, 1, 2).expected()).isCloseTo(0.5, within(1e-9));
    assertThat(new OneRound(1, 5, 10).expected()).as("nobody else").isCloseTo(0, within(1e-9));
    assertThat(new OneRound(3, 4, 4).expected()).as("all want all").isCloseTo(8, within(1e-9));
  }

  @Test
  void schedulersGetJobsInTurnsAndFasterInTheNextPhase() {
    var phases = List.of(new FlowPhase(1, List.of(20.0)), new FlowPhase(1, List.of(40.0)));
    var flow = new JobFlow(phases, 10, 0, new Distribution.Constant(1), 1);
    var arrivals = new FlowArrivals(flow, 2);
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
        new JobFlow(
            List.of(new FlowPhase(1, List.of(10.0, 20.0))), 10, 0, new Distribution.Constant(1), 1);
    assertThat(flow.gapNs(2, 0)).isEqualTo(S);
    assertThat(flow.gapNs(3, 0)).isEqualTo(S / 2);
  }

  @Test
  void halvesAreOfTheGap() {
    var ledger = PartitionedLedger.halves(model(0.1, 2, 1).cell(Order.WHOLE, 0), S, 3 * S, false);
    decide(ledger, 900 * MS, S, 10, 10);
    decide(ledger, S + 100 * MS, 100 * MS, 10, 5);
    decide(ledger, S + 300 * MS, 300 * MS, 4, 3);
    decide(ledger, 3 * S, S, 10, 10);
    var first = ledger.bins().getFirst();
    var second = ledger.bins().getLast();
    assertThat(first.conflictRate()).isEqualTo(0.5);
    assertThat(second.conflictRate()).isEqualTo(0.75);
    assertThat(first.meanDelayNs()).isEqualTo(100 * MS);
    assertThat(second.meanDelayNs()).isEqualTo(300 * MS);
  }

  @Test
  void halvesMayBeThoseInWhichJobsWereSubmitted() {
    var ledger = PartitionedLedger.halves(model(0.1, 2, 1).cell(Order.WHOLE, 0), S, 3 * S, true);
    decide(ledger, S + 300 * MS, 200 * MS, 10, 5);
    decide(ledger, S + 300 * MS, 400 * MS, 10, 5);
    assertThat(ledger.bins().getFirst().placed()).isEqualTo(5);
    assertThat(ledger.bins().getLast().placed()).as("before the warm-up's end").isZero();
  }

  @Test
  void onlyTheFirstTransactionOfAJobIsOfTheRound() {
    var ledger = PartitionedLedger.firstTransactions(1);
    decide(ledger, S, S, 3, 1);
    assertThat(ledger.total().rejected()).isEqualTo(1);
    var job = job(5, 0);
    job.transactions = 1;
    ledger.ended(job, 1);
    assertThat(ledger.total().hasEnds()).isFalse();
  }

  @Test
  void whoRefreshesApartHasItsOwnHalves() {
    var setup = model(0.1, 2, 1).cell(Order.WHOLE, 0);
    assertThat(setup.sinceRefreshNs(5, 600 * MS)).isEqualTo(100 * MS);
    assertThat(setup.refreshingApart().sinceRefreshNs(5, 600 * MS)).isEqualTo(350 * MS);
    assertThat(setup.skewNs(SchedulerEvent.at(5))).isZero();
    assertThat(setup.refreshingApart().skewNs(SchedulerEvent.at(5))).isEqualTo(250 * MS);
    assertThat(setup.refreshingApart().skewNs(NodeEvent.at(5))).isZero();
  }

  private static ScaledModel model(double scale, double variance, int times) {
    return new ScaledModel(1, scale, new Varied(40_000, 0.5, variance, 1), times, 0);
  }

  @Test
  void binsKnowDelaysScoresAndConflictsOfEachInterval() {
    int[] grades = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
    var ledger = PartitionedLedger.intervals(1, 1, 2, 1, grades);
    decide(ledger, 500 * MS, S, 3, 1);
    decide(ledger, 1_500 * MS, 2 * S, 1, 1);
    decide(ledger, 5 * S, 2 * S, 2, 0);
    var first = ledger.bins().getFirst();
    assertThat(first.delay(50)).isCloseTo(1, within(0.01));
    assertThat(first.meanDelay()).isEqualTo(1);
    assertThat(first.rejected()).isEqualTo(1);
    assertThat(first.score(50)).as("of machine 1").isCloseTo(2, within(0.1));
    assertThat(first.score(100)).as("the first was moved").isCloseTo(10, within(0.1));
    assertThat(ledger.bins().getLast().placed()).as("what is late is in the last").isEqualTo(2);
  }

  @Test
  void totalsAreAveragesOverJobs() {
    var ledger = PartitionedLedger.totals(1);
    for (long number = 1; number <= 2; number++) {
      var job = job(2, S);
      job.placedNs = S + number * S;
      job.runNs = 4 * S;
      long endNs = S + number * 3 * S;
      ledger.readTimeFrom(() -> endNs);
      ledger.ended(job, 1);
    }
    var total = ledger.total();
    assertThat(total.placing()).isEqualTo(1.5);
    assertThat(total.completion()).isEqualTo(4.5);
    assertThat(total.run()).isEqualTo(4);
    assertThat(total.preferredShare()).isEqualTo(0.5);
  }

  @Test
  void theTimeToThinkIsThatOfTheSearch() {
    var time = new SearchTime(10, 2, 3);
    var job = JobSpec.of("0");
    assertThat(time.ns(job, 3, SearchOrder.LATENCY)).isEqualTo(30);
    assertThat(time.ns(job, 3, SearchOrder.QUALITY)).isEqualTo(60);
    assertThat(time.ns(job, 3, SearchOrder.ANYWHERE)).isEqualTo(90);
  }

  /** Slots that DiffSyn and SameSyn need, found to 1,000. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, NONE",
    "0, 1000, UNDECIDED",
    "1000, 0, UNDECIDED",
    "5000, 5000, UNDECIDED",
    "5000, 6000, UNDECIDED",
    "5000, 6001, MORE",
    "0, 2000, MORE",
    "6001, 5000, LESS",
  })
  void whatDiffersByNoMoreThanAStepIsUndecided(double diff, double same, NeededSlots expected) {
    assertThat(NeededSlots.of(diff, same, 1_000)).isEqualTo(expected);
  }

  @Test
  void strategiesAreNamed() {
    assertThat(Strategy.named("all", List.of(1.0, 2.0)))
        .extracting(Strategy::label)
        .containsExactly("latency", "adaptive τ=1.0 s", "adaptive τ=2.0 s", "quality", "statesync");
    assertThat(Strategy.named("quality+repair", List.of()))
        .singleElement()
        .matches(strategy -> strategy.options().mayRepair())
        .matches(strategy -> strategy.label().equals("quality+repair"));
  }

  @Test
  void scaleKeepsAllInProportion() {
    var whole = model(1, 2, 4);
    var tenth = model(0.1, 2, 4);
    assertThat(whole.cell(Order.WHOLE, 15_000).slots()).isEqualTo(215_000);
    assertThat(tenth.cell(Order.WHOLE, 15_000).slots()).isEqualTo(21_500);
    assertThat(whole.flow(1).tasks()).as("the paper's batch").isEqualTo(100);
    assertThat(tenth.flow(1).tasks()).isEqualTo(10);
    assertThat(tenth.flow(1).gapNs(0, 0)).isEqualTo(whole.flow(1).gapNs(0, 0));
    assertThat(tenth.cell(Order.WHOLE, 0).thinking().ns(JobSpec.of("0"), 10))
        .isEqualTo(whole.cell(Order.WHOLE, 0).thinking().ns(JobSpec.of("0"), 100));
  }

  @Test
  void scoresAreSpreadAsThePaperSays() {
    var setup = model(0.1, 4, 1).cell(Order.WHOLE, 0);
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
