package dev.muster.core.scheduler.graph;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CriticalPathTest {

  private static ManagedJob diamond() {
    return ManagedJob.of(
        JobSpec.of(
            "diamond",
            stage("last", 1).withAfter("left", "right").withEstimate(5),
            stage("left", 2).withEdges(List.of(Edge.oneToOne("first"))).withEstimate(100),
            stage("right", 1).withAfter("first").withEstimate(20),
            stage("first", 2).withEstimate(1),
            stage("alone", 1).withEstimate(50)));
  }

  private static long[] paths(ManagedJob job, int stages) {
    long[] paths = new long[stages];
    Arrays.setAll(paths, stage -> job.tasks(stage).priorityNs());
    return paths;
  }

  @Test
  void aPathIsTheLongestAlongEdgesOfBothKinds() {
    assertThat(paths(diamond(), 5)).containsExactly(5, 105, 25, 106, 50);
  }

  @Test
  void whatTasksTookChangesThePathsOfAllStagesBefore() {
    var job = diamond();
    assertThat(job.tasks(3).priorityNs()).isEqualTo(106);
    for (int task = 0; task < 20; task++) {
      job.took(2, 1_000);
    }
    assertThat(paths(job, 5)).containsExactly(5, 105, 1_005, 1_006, 50);
  }

  @Test
  void aLittleChangeOfAnEstimateChangesNoPath() {
    var job = diamond();
    assertThat(job.tasks(3).priorityNs()).isEqualTo(106);
    job.took(1, 120);
    assertThat(job.tasks(3).priorityNs()).isEqualTo(106);
    job.took(1, 200);
    assertThat(job.tasks(3).priorityNs()).as("far by now").isGreaterThan(130);
  }

  @Test
  void stagesOfWhichNothingIsKnownCountAsTheOthersDoOnAverage() {
    var job =
        ManagedJob.of(
            JobSpec.of(
                "job",
                stage("a", 1).withEstimate(10),
                stage("b", 1).withAfter("a"),
                stage("c", 1).withAfter("b").withEstimate(30)));
    assertThat(paths(job, 3)).containsExactly(60, 50, 30);
  }

  @Test
  void whereNothingIsKnownTheNumberOfStagesCounts() {
    var job =
        ManagedJob.of(
            JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a"), stage("c", 1)));
    long[] paths = paths(job, 3);
    assertThat(paths[0]).isEqualTo(2 * paths[1]);
    assertThat(paths[2]).isEqualTo(paths[1]);
  }

  /** However often estimates change, the passes over all stages stay few. */
  @Test
  void oneOfManyStagesDoesNotHaveAllComputedAnew() {
    int count = 64 * CriticalPath.STAGES_PER_CHANGE;
    var stages = new StageSpec[count];
    Arrays.setAll(stages, i -> stage("s" + i, 1).withEstimate(1_000));
    var job = ManagedJob.of(JobSpec.of("job", stages));
    assertThat(job.tasks(0).priorityNs()).isEqualTo(1_000);
    for (int stage = 0; stage < 64; stage++) {
      job.took(stage, 1);
      assertThat(job.tasks(stage).priorityNs()).isEqualTo(1_000);
    }
    job.took(64, 1);
    assertThat(job.tasks(0).priorityNs()).as("now it is worth while").isEqualTo(1);
  }
}
