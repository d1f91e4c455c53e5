package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.Elastic;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which placer a stage gets. */
final class PlacersTest {

  private static final JobSpec JOB =
      JobSpec.of("job", stage("plain", 2), stage("gang", 2).asGang()).withTokens(4);

  private final Placers placers =
      new Placers(
          Placers.standard(
                  SampledOptions.PLAIN,
                  Chance.of(1, "sampled"),
                  CommitConfig.standard(),
                  Chance.of(1, "fit"),
                  EstimatedOptions.STANDARD,
                  Chance.of(1, "candidates"),
                  HybridOptions.STANDARD,
                  Chance.of(1, "tiers"))
              .make(
                  new PlacerContext(
                      SchedulerCell.SELF,
                      1,
                      SchedulerCell.MASTER,
                      SchedulerCell.TIMING,
                      ThinkTime.NONE,
                      new HeldTable(0, 1),
                      new CellNodes())));

  private String of(JobSpec job, int stage) {
    var policy = placers.policies(job, new CellNodes()).get(stage);
    assertThat(policy.placer().policies()).contains(policy.name());
    return policy.name();
  }

  @Test
  void autoChoosesForEachStage() {
    var auto = JOB.withPolicy(JobSpec.AUTO);
    assertThat(of(auto, 0)).isEqualTo(JobSpec.SAMPLED);
    assertThat(of(auto, 1)).as("a gang needs a view of the whole cell").isEqualTo(JobSpec.SHARED);
  }

  @Test
  void servicesAndElasticJobsClaim() {
    var auto = JOB.withPolicy(JobSpec.AUTO);
    assertThat(of(auto.with(JobKind.SERVICE), 0)).isEqualTo(JobSpec.SHARED);
    assertThat(of(auto.with(Elastic.GLOBAL_CAP), 0)).isEqualTo(JobSpec.SHARED);
  }

  @ParameterizedTest
  @CsvSource({
    "sampled, sampled",
    "shared, shared",
    "partitioned, partitioned",
    "unheard-of, sampled", // the first, which jobs of other versions may run by
  })
  void aJobThatNamesAPolicyGetsItForAllItsStages(String asked, String given) {
    assertThat(of(JOB.withPolicy(asked), 0)).isEqualTo(given);
    assertThat(of(JOB.withPolicy(asked), 1)).isEqualTo(given);
  }
}
