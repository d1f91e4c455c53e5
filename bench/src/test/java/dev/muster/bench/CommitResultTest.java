package dev.muster.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.bench.CommitCell.Sample;
import dev.muster.bench.CommitResult.CommitCost;
import dev.muster.bench.CommitResult.Throughput;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is made of the rounds of a bench, whatever the machine was doing. */
final class CommitResultTest {

  private static final int MACHINES = 100_000;

  /** One second each, with so many tasks and a microsecond of cpu. */
  private static List<Sample> committing(long... tasks) {
    return LongStream.of(tasks)
        .mapToObj(count -> new Sample(1, count, 0, 0, count * 1_000, 0))
        .toList();
  }

  private static CommitCost cost(int machines, long... cpuNs) {
    return CommitCost.of(
        machines, LongStream.of(cpuNs).mapToObj(ns -> new Sample(1, 1, 0, 0, ns, 0)).toList());
  }

  private static Throughput fast(int schedulers, double full, long tasks) {
    return Throughput.of(schedulers, full, committing(tasks));
  }

  private static CommitResult result(List<Throughput> throughput, CommitCost... cost) {
    return new CommitResult(MACHINES, 100, throughput, List.of(cost), 50);
  }

  @Test
  void oneNoisyRoundDecidesNothing() {
    var throughput = Throughput.of(2, 0.9, committing(900, 10, 1_000, 1_100, 980));
    assertThat(throughput.tasksPerSecond()).isEqualTo(980);
    assertThat(throughput.least()).isEqualTo(10);
    assertThat(throughput.most()).isEqualTo(1_100);
    var cost = cost(1_000, 200, 9_000, 190, 210, 180);
    assertThat(cost.cpuNs()).isEqualTo(200);
    assertThat(cost.least()).isEqualTo(180);
    assertThat(cost.most()).isEqualTo(9_000);
  }

  @Test
  void conflictsAreOfAllClaimsThatWereSent() {
    var half = Throughput.of(8, 0.97, List.of(new Sample(2, 60, 20, 20, 0, 0)));
    assertThat(half.tasksPerSecond()).isEqualTo(30);
    assertThat(half.conflicts()).isEqualTo(0.25);
    assertThat(half.noRoom()).isEqualTo(0.2);
  }

  @Test
  void aRoundInWhichNothingWasCommittedIsStillANumber() {
    var none = Throughput.of(1, 1, List.of(new Sample(1, 0, 0, 0, 500, 0)));
    assertThat(none.cpuNs()).isEqualTo(500);
    assertThat(none.conflicts()).isZero();
  }

  @Test
  void growthIsWhatTheTwoCostsInTheAnswerSay() {
    var grown = result(List.of(), cost(1_000, 200), cost(10_000, 999), cost(1_000_000, 390));
    assertThat(grown.growth()).isEqualTo(1.95);
  }

  @Test
  void bothAimsAreHeldAgainstWhatWasMeasured() {
    var met =
        result(
            List.of(fast(1, 0.6, 900_000), fast(2, 0.6, 1_000_000), fast(1, 0.9, 2_000_000)),
            cost(1_000, 200),
            cost(1_000_000, 400));
    assertThat(met.best()).extracting(Throughput::schedulers).containsExactly(2, 1);
    assertThat(met.aims()).extracting(CommitAim::met).containsExactly(true, true);
    assertThat(met.lines())
        .contains(
            "most at 60% full: 1,000,000 tasks/s with 2 schedulers",
            "aim: at least 1,000,000 tasks/s committed at 60% full: met (1,000,000.00)",
            "aim: cost grows at most 2 times from 1,000 to 1,000,000 machines: met (2.00)");

    var missed = result(List.of(fast(1, 0.6, 999_999)), cost(1_000, 200), cost(1_000_000, 401));
    assertThat(missed.aims()).extracting(CommitAim::met).containsExactly(false, false);
    assertThat(missed.lines())
        .contains("aim: at least 1,000,000 tasks/s committed at 60% full: not met (999,999.00)");
  }

  @Test
  void anAimIsNotHeldAgainstSomethingElse() {
    var other = result(List.of(fast(1, 0.9, 5_000_000)), cost(1_000, 200), cost(10_000, 200));
    assertThat(other.aims()).isEmpty();
    assertThat(other.lines()).last().asString().startsWith("not every aim is measured: they want");
  }
}
