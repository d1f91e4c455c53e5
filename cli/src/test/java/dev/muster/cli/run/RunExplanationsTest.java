package dev.muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.explain.ExplanationView;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.TaskWait;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of all explanations of a job its user sees. */
final class RunExplanationsTest {

  private final List<String> printed = new ArrayList<>();

  private RunExplanations of(List<TaskId> named, int... sizes) {
    var stages =
        Arrays.stream(sizes)
            .mapToObj(size -> StageSpec.of("s" + size, size, new Resources(1, 1), List.of("true")))
            .toArray(StageSpec[]::new);
    return new RunExplanations(
        JobSpec.of("job", stages), named, lines -> printed.add(lines.getFirst()));
  }

  private static TaskExplained placed(int stage, int index, int node) {
    var candidates = List.of(Candidate.chosen(node, "is best", 0));
    return new TaskExplained(1, stage, index, Explanation.of("p", "on " + node, candidates));
  }

  private static TaskExplained waits(int stage, int index) {
    var why = Explanation.of("p", "waits", List.of());
    return new TaskExplained(
        1, stage, index, why.withWaiting(new TaskWait("", 0, TaskWait.UNKNOWN)));
  }

  @Test
  void theFirstPlacedTaskOfEachStage() {
    var all = of(List.of(), 3, 2);
    all.explained(placed(0, 2, 7));
    all.explained(placed(0, 0, 8));
    all.explained(placed(1, 1, 9));
    assertThat(printed).containsExactly("s3/2 (p): on 7", "s2/1 (p): on 9");
    assertThat(all.shown()).extracting(ExplanationView::name).containsExactly("s3/2", "s2/1");
  }

  @Test
  void namedTasksOnlyAndAllTheirPlacements() {
    var one = of(List.of(new TaskId(0, 1)), 3);
    one.explained(placed(0, 0, 7));
    one.explained(placed(0, 1, 8));
    one.explained(placed(0, 1, 8));
    one.explained(placed(0, 1, 9));
    assertThat(printed).as("an answer is no second placement").hasSize(2);
  }

  @Test
  void oneTaskOfEachStageIsAskedAboutThatHasNotBeenPlaced() {
    var all = of(List.of(), 3, 2, 1);
    all.explained(placed(0, 0, 7));
    all.explained(placed(2, 0, 7));
    assertThat(all.waiting()).containsExactly(new TaskId(0, 1), new TaskId(1, 0));
    all.explained(waits(0, 1));
    all.explained(waits(1, 0));
    assertThat(printed).endsWith("s3/1 (p): waits", "s2/0 (p): waits");
    all.explained(placed(1, 0, 7));
    assertThat(printed).as("it waited, and is now placed").endsWith("s2/0 (p): on 7");
  }

  @Test
  void namedTasksThatHaveBeenPlacedAreNotAskedAbout() {
    var two = of(List.of(new TaskId(0, 1), new TaskId(0, 2)), 3);
    two.explained(placed(0, 1, 7));
    assertThat(two.waiting()).containsExactly(new TaskId(0, 2));
  }

  @Test
  void fewAreAskedAboutAndShown() {
    int[] sizes = new int[RunExplanations.MAX_SHOWN + 3];
    Arrays.fill(sizes, 1);
    var all = of(List.of(), sizes);
    assertThat(all.waiting()).hasSize(RunExplanations.MAX_WAITING);
    for (int stage = 0; stage < sizes.length; stage++) {
      all.explained(placed(stage, 0, stage));
    }
    assertThat(printed).hasSize(RunExplanations.MAX_SHOWN);
    assertThat(all.shown()).hasSize(RunExplanations.MAX_SHOWN);
    assertThat(all.omitted()).isEqualTo(3);
  }

  @Test
  void anAnswerThatTellsNothingOfPlacesIsNotShown() {
    var all = of(List.of(), 1);
    all.explained(new TaskExplained(1, 0, 0, Explanation.of("p", "has succeeded", List.of())));
    assertThat(printed).isEmpty();
  }
}
