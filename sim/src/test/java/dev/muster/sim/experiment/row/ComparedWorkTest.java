package dev.muster.sim.experiment.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparedWorkTest {

  private static final Resources UNIT = new Resources(1_000, 100);
  private static final CellSpec CELL = CellSpec.of(1, 2, UNIT);

  private static ComparedJob job(long atNs, long... taskNs) {
    return ComparedJob.of(atNs, UNIT, taskNs);
  }

  private static long estimateNs(JobSpec spec) {
    return spec.stages().getFirst().limits().estimateNs();
  }

  @Test
  void jobsComeInOrderAndAreNumbered() {
    var work = ComparedWork.of("", CELL, 1, 0, List.of(job(9, 4), job(5, 1, 2, 6)));
    var specs = work.specs("central", 1, 0);

    assertThat(work.jobs()).extracting(ComparedJob::arrivalNs).containsExactly(5L, 9L);
    assertThat(specs).extracting(JobSpec::home).containsExactly("0", "1");
    assertThat(specs).extracting(JobSpec::policy).containsOnly("central");
    assertThat(specs).extracting(ComparedWorkTest::estimateNs).containsExactly(3L, 4L);
  }

  @Test
  void allPoliciesAreToldTheSameWrongEstimates() {
    var jobs = new java.util.ArrayList<ComparedJob>();
    for (int number = 0; number < 2_000; number++) {
      jobs.add(job(number, 1_000_000));
    }
    var work = ComparedWork.of("", CELL, 1, 0, jobs);
    var logs =
        work.specs("central", 1, 0.5).stream()
            .mapToDouble(spec -> Math.log(estimateNs(spec) / 1e6))
            .summaryStatistics();

    assertThat(work.specs("sampled", 1, 0.5))
        .extracting(ComparedWorkTest::estimateNs)
        .isEqualTo(
            work.specs("central", 1, 0.5).stream().map(ComparedWorkTest::estimateNs).toList());
    assertThat(logs.getAverage()).isCloseTo(0, within(0.05));
    assertThat(logs.getMax()).isGreaterThan(1);
  }

  @Test
  void theWindowIsInTheMidstOfTheArrivals() {
    var window = ComparedWork.of("", CELL, 1, 50, List.of(job(0, 1), job(100, 1))).window();

    assertThat(window.fromNs()).isEqualTo(20);
    assertThat(window.untilNs()).isEqualTo(90);
    assertThat(window.limitNs()).isEqualTo(200);
    assertThat(window.counts(job(20, 1))).isTrue();
    assertThat(window.counts(job(19, 1))).isFalse();
    assertThat(window.counts(job(90, 1))).isFalse();
  }
}
