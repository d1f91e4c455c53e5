package dev.muster.core.scheduler.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A token covers a set amount of cpu and memory; a larger task takes several. */
final class TokensTest {

  private static StageSpec stage(String name, int tasks, double cpus, double gib) {
    var need = new Resources(Math.round(cpus * 1_000), Math.round(gib * (1 << 30)));
    return StageSpec.of(name, tasks, need, List.of("true"));
  }

  private static List<Attempt> startAll(ManagedJob job, int stage) {
    List<Attempt> started = new ArrayList<>();
    for (var next = job.take(stage); next != null; next = job.take(stage)) {
      started.add(next);
    }
    return started;
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1, 1",
    "1, 4, 1",
    "1.001, 1, 2",
    "1, 4.1, 2",
    "2, 12, 3",
    "8, 1, 8",
    "0, 0, 1",
    "100, 1, 10"
  })
  void aTaskTakesAsManyTokensAsCoverItAndNoMoreThanItsJobHas(double cpus, double gib, int tokens) {
    var job = ManagedJob.of(JobSpec.of("job", stage("a", 1, cpus, gib)).withTokens(10));
    assertThat(job.tasks(0).tokensFor(0)).isEqualTo(tokens);
  }

  @Test
  void largeTasksRunFewerAtOnce() {
    var job = ManagedJob.of(JobSpec.of("job", stage("a", 10, 2, 1)).withTokens(5));
    var started = startAll(job, 0);
    assertThat(started).hasSize(2);
    assertThat(job.tasks(0).tokensLeft()).isEqualTo(1);
    assertThat(job.tasks(0).tasksLeft()).isZero();

    job.end(started.getFirst(), RunResult.SUCCESS);

    assertThat(startAll(job, 0)).hasSize(1);
  }

  @Test
  void stagesOfLargeAndSmallTasksShareTokens() {
    var job =
        ManagedJob.of(
            JobSpec.of("job", stage("large", 10, 3, 1), stage("small", 10, 1, 1)).withTokens(5));
    assertThat(startAll(job, 0)).hasSize(1);
    assertThat(startAll(job, 1)).hasSize(2);
  }

  @Test
  void aTaskThatIsLargerThanAllTokensOfItsJobRunsAlone() {
    var job = ManagedJob.of(JobSpec.of("job", stage("a", 3, 64, 1)).withTokens(2));
    assertThat(startAll(job, 0)).hasSize(1);
  }

  @Test
  void aGangStartsIfItsJobHasATokenForEachOfItsTasksHoweverLargeTheyAre() {
    var gang = stage("gang", 3, 4, 1).asGang();
    var job = ManagedJob.of(JobSpec.of("job", gang).withTokens(7));
    assertThat(job.tasks(0).tokensFor(0)).isEqualTo(2);
    assertThat(job.tasks(0).wanted()).isEqualTo(3);
  }

  @Test
  void withoutALimitNothingIsCounted() {
    var job = ManagedJob.of(JobSpec.of("job", stage("a", 100, 64, 256)));
    assertThat(startAll(job, 0)).hasSize(100);
    assertThat(job.tasks(0).opportunisticAllowance()).isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void aTokenCoversSomething() {
    assertThatThrownBy(() -> new TokenSize(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(new TokenSize(500, 1 << 30, 1).tokens(new Resources(1_000, 3L << 30), 100))
        .isEqualTo(3);
  }
}
