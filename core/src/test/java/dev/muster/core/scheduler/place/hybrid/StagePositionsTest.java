package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How far stages are in graphs of several shapes. */
final class StagePositionsTest {

  private static final List<StageSpec> SINGLE = List.of(after("a"));
  private static final List<StageSpec> CHAIN =
      List.of(after("c", "b"), after("a"), after("b", "a"));
  private static final List<StageSpec> DIAMOND =
      List.of(after("a"), after("b", "a"), after("c", "a"), after("d", "b", "c"));

  /** One of the two ways from a to d is longer. */
  private static final List<StageSpec> UNEVEN =
      List.of(after("a"), after("d", "a", "c"), after("b", "a"), after("c", "b"));

  private static StageSpec after(String name, String... others) {
    return stage(name, 1).withAfter(others);
  }

  static Stream<Arguments> graphs() {
    return Stream.of(
        Arguments.of(SINGLE, "a", 0),
        Arguments.of(SINGLE, "unknown", 0),
        Arguments.of(CHAIN, "a", 0),
        Arguments.of(CHAIN, "b", 0.5),
        Arguments.of(CHAIN, "c", 1),
        Arguments.of(CHAIN, "unknown", 0),
        Arguments.of(DIAMOND, "a", 0),
        Arguments.of(DIAMOND, "b", 0.5),
        Arguments.of(DIAMOND, "c", 0.5),
        Arguments.of(DIAMOND, "d", 1),
        Arguments.of(UNEVEN, "b", 1.0 / 3),
        Arguments.of(UNEVEN, "c", 2.0 / 3),
        Arguments.of(UNEVEN, "d", 1));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void aStageIsAsFarAsTheLongestWayToIt(List<StageSpec> stages, String stage, double position) {
    var positions = new StagePositions(JobSpec.of("job", stages.toArray(StageSpec[]::new)));
    assertThat(positions.of(stage)).isEqualTo(position);
  }
}
