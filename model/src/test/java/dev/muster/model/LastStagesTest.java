package dev.muster.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastStagesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a | a", "a b<a | b", "a b | a b", "a b<a c<a d<b,c e | d e"})
  void theLastStagesAreThoseThatNobodyWaitsFor(String stages, String last) {
    var specs = List.of(stages.split(" ")).stream().map(LastStagesTest::stage);
    var job = JobSpec.of("job", specs.toArray(StageSpec[]::new));
    assertThat(job.lastStages()).extracting(StageSpec::name).containsExactly(last.split(" "));
  }

  /** As in {@code c<a,b}: {@code c} after {@code a} and {@code b}. */
  private static StageSpec stage(String text) {
    var parts = List.of(text.split("<"));
    var stage = StageSpec.of(parts.getFirst(), 1, Resources.NONE, List.of("run"));
    return parts.size() == 1 ? stage : stage.withAfter(parts.get(1).split(","));
  }
}
