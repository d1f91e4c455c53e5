package dev.muster.core.scheduler.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.model.Usage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is expected of the tasks of a stage, by whatever is known of others. */
final class StageEstimatesTest {

  private static final long SECOND_NS = 1_000_000_000;
  private static final long MIB = 1 << 20;

  private static Usage cpu(long ns) {
    return new Usage(ns, 0, 0, 0);
  }

  // The window.

  @Test
  void theMedianIsThatOfTheLatestValues() {
    var window = new MedianWindow();
    var chance = Chance.of(3, "values");
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < 5 * MedianWindow.WINDOW; i++) {
      long value = chance.nextLong(1_000);
      all.add(value);
      window.note(value);
      var latest =
          new ArrayList<>(all.subList(Math.max(0, all.size() - MedianWindow.WINDOW), all.size()));
      Collections.sort(latest);
      int count = latest.size();
      long expected = (latest.get((count - 1) / 2) + latest.get(count / 2)) / 2;
      assertThat(window.count()).isEqualTo(count);
      assertThat(window.median()).isEqualTo(expected);
    }
  }

  @Test
  void longTimesDoNotOverflow() {
    var window = new MedianWindow();
    window.note(Long.MAX_VALUE);
    window.note(Long.MAX_VALUE - 2);
    assertThat(window.median()).isEqualTo(Long.MAX_VALUE - 1);
  }

  // Time.

  @Test
  void fewTasksThatAreFarFromTheOthersDoNotCount() {
    var estimates = new StageEstimates(0, 1_000);
    for (int task = 0; task < 100; task++) {
      long ns = task % 5 == 0 ? 1_000 * SECOND_NS : task % 5 == 1 ? 1 : 10 * SECOND_NS;
      estimates.note(ns, 0, Usage.NONE);
    }
    assertThat(estimates.ns()).isEqualTo(10 * SECOND_NS);
    assertThat(estimates.computeNs(0)).isEqualTo(10 * SECOND_NS);
  }

  @Test
  void whatTheJobFileSaysCountsUntilATaskHasSucceeded() {
    var estimates = new StageEstimates(7, 1_000);
    assertThat(estimates.ns()).isEqualTo(7);
    assertThat(estimates.computeNs(100)).isEqualTo(7);
    estimates.note(30, 0, Usage.NONE);
    assertThat(estimates.ns()).isEqualTo(30);
  }

  @Test
  void tasksThatStillRunCountUntilAFewHaveSucceeded() {
    var estimates = new StageEstimates(7, 1_000);
    estimates.noteRunning(1, 5);
    estimates.noteRunning(2, 50);
    estimates.noteRunning(2, 60);
    assertThat(estimates.ns()).as("one alone may be a straggler").isEqualTo(7);
    estimates.noteRunning(1, 50);
    assertThat(estimates.ns()).isEqualTo(50);
    estimates.noteRunning(1, 70);
    assertThat(estimates.ns()).isEqualTo(60);
    estimates.noteRunning(3, 2);
    for (int task = 0; task < StageEstimates.FEW; task++) {
      assertThat(estimates.ns()).isEqualTo(60);
      estimates.note(10, 0, Usage.NONE);
    }
    assertThat(estimates.ns()).as("that one is a straggler").isEqualTo(10);
  }

  // With inputs.

  @Test
  void timeGrowsWithWhatATaskReadsWhereThatExplainsItBest() {
    var estimates = new StageEstimates(0, 1_000);
    for (int size = 1; size <= 20; size++) {
      estimates.note(size * SECOND_NS, size * MIB, cpu(size * SECOND_NS));
    }
    assertThat(estimates.computeNs(40 * MIB)).isBetween(39 * SECOND_NS, 41 * SECOND_NS);
    assertThat(estimates.computeNs(MIB)).isBetween(9 * SECOND_NS / 10, 11 * SECOND_NS / 10);
  }

  @Test
  void timeIsTheSameForAllWhereWhatTheyReadDoesNotExplainIt() {
    var estimates = new StageEstimates(0, 1_000);
    for (int size = 1; size <= 20; size++) {
      estimates.note(10 * SECOND_NS + size, size * MIB, cpu(10 * SECOND_NS));
    }
    assertThat(estimates.computeNs(1_000 * MIB)).isBetween(9 * SECOND_NS, 11 * SECOND_NS);
  }

  @Test
  void readingIsNotComputing() {
    var estimates = new StageEstimates(0, 1_000);
    estimates.note(60 * SECOND_NS, 4_000_000_000L, cpu(10 * SECOND_NS));
    assertThat(estimates.computeNs(4_000_000_000L)).isEqualTo(10 * SECOND_NS);
    assertThat(estimates.ns()).isEqualTo(60 * SECOND_NS);
  }

  @Test
  void whatIsNeitherComputingNorReadingIsNotLeftOut() {
    var estimates = new StageEstimates(0, 1_000);
    estimates.note(60 * SECOND_NS, 40_000_000, cpu(1));
    assertThat(estimates.computeNs(40_000_000)).as("it sleeps").isEqualTo(59 * SECOND_NS);
  }

  @Test
  void withoutMeasuredCpuReadingTakesItsUsualTime() {
    var estimates = new StageEstimates(0, 1_000);
    estimates.note(60 * SECOND_NS, 4_000_000_000L, Usage.NONE);
    assertThat(estimates.computeNs(4_000_000_000L)).isEqualTo(20 * SECOND_NS);
  }

  @Test
  void aTaskOfSeveralCoresIsDoneSooner() {
    var estimates = new StageEstimates(0, 4_000);
    estimates.note(60 * SECOND_NS, 4_000_000_000L, cpu(40 * SECOND_NS));
    assertThat(estimates.computeNs(4_000_000_000L)).isEqualTo(10 * SECOND_NS);
  }

  // Memory.

  @Test
  void memoryIsWhatTasksHadInTheMiddle() {
    var estimates = new StageEstimates(0, 1_000);
    assertThat(estimates.memoryBytes()).isZero();
    for (long peak : new long[] {100, 0, 110, 9_000}) {
      estimates.note(1, 0, new Usage(1, peak, 0, 0));
    }
    assertThat(estimates.memoryBytes()).isEqualTo(110);
  }
}
