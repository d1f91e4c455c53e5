package dev.muster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Work;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TaskTimesTest {

  private static final long MEAN_NS = 100_000_000;
  private static final Distribution EXPONENTIAL = new Distribution.Exponential(MEAN_NS);
  private static final StageSpec STAGE =
      StageSpec.of("work", 1, new Resources(1, 1), List.of("true"));

  private static Work work(long job, int stage, int index, int attempt) {
    return new Work(job, "", stage, STAGE, index, "", attempt);
  }

  /** A changed value here means that results measured before cannot be compared any more. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 0, 0, 27999800",
    "1, 1, 0, 1, 117776829",
    "1, 1, 1, 0, 202454178",
    "1, 2, 0, 0, 192856591",
    "2, 1, 0, 0, 3586653",
  })
  void timesArePinned(long seed, long job, int stage, int index, long expectedNs) {
    assertThat(new TaskTimes(seed, EXPONENTIAL).durationNs(work(job, stage, index, 1)))
        .isEqualTo(expectedNs);
  }

  @Test
  void everyAttemptOfATaskTakesTheSameTime() {
    var times = new TaskTimes(7, EXPONENTIAL);

    assertThat(times.durationNs(work(3, 1, 4, 9))).isEqualTo(times.durationNs(work(3, 1, 4, 1)));
  }

  @Test
  void otherTasksTakeOtherTimes() {
    var times = new TaskTimes(7, EXPONENTIAL);
    Set<Long> seen = new HashSet<>();
    for (int job = 0; job < 20; job++) {
      for (int stage = 0; stage < 20; stage++) {
        for (int index = 0; index < 20; index++) {
          seen.add(times.durationNs(work(job, stage, index, 1)));
        }
      }
    }

    assertThat(seen).hasSizeGreaterThan(7_990);
  }

  /** Over tasks of one stage, over stages and over jobs alike. */
  @ParameterizedTest
  @CsvSource({"exponential, 0.01", "pareto, 0.03"})
  void theMeanIsThatOfTheDistribution(String name, double tolerance) {
    var times = new TaskTimes(7, Distribution.named(name, MEAN_NS));
    double tasks = 0;
    double stages = 0;
    double jobs = 0;
    int count = 200_000;
    for (int i = 0; i < count; i++) {
      tasks += times.durationNs(work(1, 0, i, 1));
      stages += times.durationNs(work(1, i, 0, 1));
      jobs += times.durationNs(work(i, 0, 0, 1));
    }

    assertThat(List.of(tasks / count, stages / count, jobs / count))
        .allSatisfy(mean -> assertThat(mean).isCloseTo(MEAN_NS, within(MEAN_NS * tolerance)));
  }

  @Test
  void noTaskTakesNoTime() {
    assertThat(new TaskTimes(1, new Distribution.Constant(0.01)).durationNs(work(1, 0, 0, 1)))
        .isEqualTo(1);
  }
}
