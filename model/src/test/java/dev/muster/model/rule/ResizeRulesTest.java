package dev.muster.model.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Edge;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResizeRulesTest {

  private static final Resources EACH = new Resources(1_000, 1);

  private static final JobSpec JOB =
      JobSpec.of(
          "job",
          stage("plain", 10),
          stage("gang", 2).asGang(),
          stage("items", 2).withItems(List.of("a", "b")),
          stage("picky", 1)
              .withWhere(new Where(new Require(Map.of()), List.of(List.of(3)), Where.FIRM)),
          stage("reading", 2).withInputs(ExternalInput.of(5, 1).ofTask(1)),
          stage("after", 3).withAfter("plain").withInputs(ExternalInput.of(5, 1)),
          stage("upstream", 4),
          stage("downstream", 4).withEdges(List.of(Edge.oneToOne("upstream"))));

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, EACH, List.of("true"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gang       | 3       | `gang`: all tasks of `gang` start together, or none
          items      | 3       | `items`: `items` has a task for each of its items
          picky      | 2       | `prefer`: `picky` names nodes for each of its tasks
          reading    | 3       | `inputs`: `reading` has inputs of single tasks
          upstream   | 5       | `after`: each task of `downstream` follows the one of `upstream` that has its index
          downstream | 5       | `after`: each task of `downstream` follows the one of `upstream` that has its index
          plian      | 3       | `stage`: there is no stage `plian`; did you mean `plain`?
          plain      | 0       | `tasks`: must be at least 1, is 0
          plain      | -7      | `tasks`: must be at least 1, is -7
          plain      | 999983  | `tasks`: the job would have 1,000,001 tasks; it may have at most 1,000,000
          """)
  void everyRefusalNamesTheField(String stage, int tasks, String problem) {
    assertThat(ResizeRules.problem(JOB, stage, tasks)).contains(problem);
  }

  @ParameterizedTest
  @CsvSource({"plain, 1", "plain, 10", "plain, 999982", "after, 1", "after, 100"})
  void otherSizesWillDo(String stage, int tasks) {
    assertThat(ResizeRules.problem(JOB, stage, tasks)).isEmpty();
  }

  @Test
  void aJobThatIsTooLargeAlreadyMayShrink() {
    var large = JobSpec.of("job", stage("a", JobRules.MAX_TASKS), stage("b", 10));

    assertThat(ResizeRules.problem(large, "b", 9)).isEmpty();
    assertThat(ResizeRules.problem(large, "b", 11)).isPresent();
  }
}
