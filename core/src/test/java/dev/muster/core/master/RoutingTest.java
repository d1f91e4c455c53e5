package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.fake.ChiSquare;
import dev.muster.model.Elastic;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RoutingTest {

  private static final JobSpec BATCH = job(3).withPolicy(JobSpec.SHARED);
  private static final JobSpec SERVICE = job(3).with(JobKind.SERVICE);

  private static long[] counts(JobSpec spec, int schedulers, int jobs) {
    long[] counts = new long[schedulers];
    LongStream.range(0, jobs)
        .forEach(number -> counts[Routing.BY_KIND.schedulerOf(number, spec, schedulers)]++);
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 9})
  void servicesHaveASchedulerToThemselves(int schedulers) {
    assertThat(counts(SERVICE, schedulers, 100)[schedulers - 1]).isEqualTo(100);
    assertThat(counts(BATCH, schedulers, 1_000)[schedulers - 1]).isZero();
    var partitioned = BATCH.withPolicy(JobSpec.PARTITIONED);
    assertThat(counts(partitioned, schedulers, 1_000)[schedulers - 1]).isZero();
  }

  @Test
  void batchJobsAreSpreadEvenlyOverTheOthers() {
    long[] counts = counts(BATCH, 5, 10_000);
    assertThat(ChiSquare.uniform(new long[] {counts[0], counts[1], counts[2], counts[3]})).isTrue();
  }

  @Test
  void runsOfAnElasticJobMeet() {
    var elastic = BATCH.withTokens(2).with(Elastic.MAX_PARALLELISM);
    assertThat(counts(elastic, 5, 100)).contains(100);
  }

  @Test
  void oneSchedulerHasAll() {
    assertThat(counts(SERVICE, 1, 10)).containsExactly(10);
    assertThat(counts(BATCH, 1, 10)).containsExactly(10);
  }

  @Test
  void jobsThatClaimNothingGoByNumber() {
    assertThat(counts(job(3), 4, 100)).containsExactly(25, 25, 25, 25);
  }
}
