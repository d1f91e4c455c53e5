package dev.muster.sim.experiment.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Edge;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EmptyCellTest {

  private static final Resources UNIT = new Resources(1_000, 100);

  /** Ten slots by cpu. */
  private static final EmptyCell CELL = EmptyCell.of(List.of(UNIT.times(4), UNIT.times(6)));

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, UNIT, List.of("x"));
  }

  private static ComparedJob job(long[][] taskNs, StageSpec... stages) {
    return new ComparedJob(0, "", JobSpec.of("job", stages), taskNs);
  }

  @Test
  void aStageWaitsForTheLongestTaskOfThoseBefore() {
    var job =
        job(
            new long[][] {{3, 7}, {10, 1}, {5}},
            stage("a", 2),
            stage("b", 2).withAfter("a"),
            stage("c", 1).withAfter("a", "b"));

    assertThat(CELL.responseNs(job)).isEqualTo(7 + 10 + 5);
  }

  @Test
  void oneToOneEachTaskWaitsForItsOwn() {
    var job =
        job(
            new long[][] {{3, 7}, {10, 1}},
            stage("a", 2),
            stage("b", 2).withEdges(List.of(Edge.oneToOne("a"))));

    assertThat(CELL.responseNs(job)).isEqualTo(3 + 10);
  }

  @Test
  void stagesWithoutEdgesRunBesideEachOther() {
    assertThat(CELL.responseNs(job(new long[][] {{3}, {4}}, stage("a", 1), stage("b", 1))))
        .isEqualTo(4);
  }

  @Test
  void inputIsReadWhereItIs() {
    var reads =
        stage("a", 2)
            .withInputs(
                new ExternalInput(160, List.of(1), 1), new ExternalInput(320, List.of(), 0));

    // 160 MB a second
    assertThat(CELL.responseNs(job(new long[][] {{5, 5}}, reads))).isEqualTo(2_000 + 5);
  }

  @Test
  void theWholeCellIsNoFasterThanItIs() {
    long[] times = new long[100];
    java.util.Arrays.fill(times, 2);

    assertThat(CELL.responseNs(job(new long[][] {times}, stage("a", 100)))).isEqualTo(20);
    assertThat(CELL.share(new Resources(1_000, 500))).isEqualTo(0.5);
    assertThat(CELL.share(new Resources(1_000, 10))).isEqualTo(0.1);
  }
}
