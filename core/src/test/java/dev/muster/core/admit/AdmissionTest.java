package dev.muster.core.admit;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.core.commit.Cell;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class AdmissionTest {

  private final Cell cell = new Cell();
  private final Admission admission = new Admission(cell);

  /** Against one node with many cores and little memory, and one the other way round. */
  static Stream<Arguments> tooLarge() {
    return Stream.of(
        arguments(
            new Resources(8_001, 1),
            "needs 8.001 cpu, the most on one node is 8: 0.001 cpu too few"),
        arguments(
            size(1, 24),
            "needs 24 GiB of memory, the most on one node is 16 GiB: 8 GiB too little"),
        arguments(
            new Resources(8_500, 17L << 30),
            "needs 8.5 cpu, the most on one node is 8: 0.5 cpu too few;"
                + " needs 17 GiB of memory, the most on one node is 16 GiB: 1 GiB too little"),
        arguments(
            size(1, 1).with("gpu", 3), "needs 3 gpu, the most on one node is 1: 2 gpu too few"),
        arguments(
            size(1, 1).with("tape", 1), "needs 1 tape, the most on one node is 0: 1 tape too few"),
        arguments(
            size(8, 16),
            "needs 8 cpu, 16 GiB on one node; nodes have as much of each, but none has all"));
  }

  @ParameterizedTest
  @MethodSource("tooLarge")
  void whatFitsNowhereHearsWhy(Resources need, String why) {
    cell.put(0, size(8, 2).with("gpu", 1));
    cell.put(1, size(2, 16));

    assertThat(admission.judge(JobSpec.of("job", stage("big", 3, need))))
        .isEqualTo(
            new Verdict.Infeasible(
                List.of("each task of stage `big` " + why + " (2 nodes in the cell)")));
  }

  static Stream<Resources> fitting() {
    return Stream.of(
        Resources.NONE, size(8, 2), size(2, 16), size(2, 2), size(2, 2).with("gpu", 1));
  }

  @ParameterizedTest
  @MethodSource("fitting")
  void whatFitsOnOneNodeIsAdmittedHoweverManyTasks(Resources need) {
    cell.put(0, size(8, 2).with("gpu", 1));
    cell.put(1, size(2, 16));

    assertThat(admission.judge(JobSpec.of("job", stage("many", 1_000_000, need))))
        .isEqualTo(new Verdict.Admitted());
  }

  @Test
  void everyStageThatFitsNowhereHasItsReason() {
    cell.put(0, size(1, 1));
    var job =
        JobSpec.of("job", stage("a", 1, size(2, 1)), stage("b", 1), stage("c", 1, size(3, 1)));

    assertThat(admission.judge(job))
        .isEqualTo(
            new Verdict.Infeasible(
                List.of(
                    "each task of stage `a` needs 2 cpu, the most on one node is 1:"
                        + " 1 cpu too few (1 node in the cell)",
                    "each task of stage `c` needs 3 cpu, the most on one node is 1:"
                        + " 2 cpu too few (1 node in the cell)")));
  }

  @Test
  void aCellWithoutNodesLetsWaitAlsoWhatWouldNeverFit() {
    assertThat(admission.judge(JobSpec.of("job", stage("a", 1, size(1_000, 1)))))
        .isEqualTo(new Verdict.Waiting("no node has joined the cell"));
  }

  @Test
  void aNodeThatGrowsOrShrinksCountsAsItIsNow() {
    var job = JobSpec.of("job", stage("a", 1, size(4, 4)));
    cell.put(0, size(2, 2));
    assertThat(admission.judge(job)).isInstanceOf(Verdict.Infeasible.class);
    cell.put(0, size(4, 4));
    assertThat(admission.judge(job)).isEqualTo(new Verdict.Admitted());
    cell.put(0, size(2, 2));
    assertThat(admission.judge(job)).isInstanceOf(Verdict.Infeasible.class);
  }
}
