package dev.muster.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.console.Json;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.TaskEstimate;
import dev.muster.model.Explanation.TaskWait;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskId;
import dev.muster.model.WaitMatrix;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplanationViewTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;

  private static final Explanation PLACED =
      Explanation.of(
          "estimated",
          "sent with a token to node-5",
          List.of(
              Candidate.chosen(5, "is best", 40 * MS)
                  .with(new TaskEstimate(300 * MS, 5 * S, 51_250 * MS, 2 * S, 0.98, 90 * S)),
              Candidate.notChosen(0, "is worse", Candidate.NOTHING_KNOWN)
                  .with(new TaskEstimate(0, WaitMatrix.NEVER, 0, 2 * S, 1, WaitMatrix.NEVER)),
              Candidate.ruledOut(12, "is too small", 0)));

  private static List<String> lines(Explanation why) {
    return new ExplanationView("map/3", why).lines();
  }

  @Test
  void aPlacementIsTheTableOfFigure4() {
    assertThat(lines(PLACED))
        .containsExactly(
            "map/3 (estimated): sent with a token to node-5",
            "  candidate  start-up   wait     I/O    cpu  odds  total  info age",
            "* node-5       300 ms  5.0 s  51.3 s  2.0 s   98%  1m30s     40 ms  is best",
            "  node-0         0 ms  never    0 ms  2.0 s  100%  never   unknown  is worse",
            "x node-12           -      -       -      -     -      -      0 ms  is too small");
  }

  @Test
  void withoutEstimatesThereAreOnlyReasons() {
    var why =
        Explanation.of("sampled", "bound late", List.of(Candidate.chosen(1, "was first", 3 * MS)));
    assertThat(lines(why))
        .containsExactly(
            "map/3 (sampled): bound late",
            "  candidate  info age",
            "* node-1         3 ms  was first");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0  | -1         | no task of its job goes first; when the task starts is unknown",
        "1  | 0          | at most 1 task of its job goes first; expected to start in about 0 ms",
        "12 | 2500000000 | at most 12 tasks of its job go first; expected to start in about 2.5 s",
      })
  void aWaitSaysWhatIsAheadAndWhenTheTaskStarts(long ahead, long startNs, String line) {
    var why = Explanation.of("sampled", "waits for a token of its job", List.of());
    assertThat(lines(why.withWaiting(new TaskWait("", ahead, startNs))))
        .containsExactly("map/3 (sampled): waits for a token of its job", "  " + line);
    var held = why.withWaiting(new TaskWait("all 2 tokens are taken: 2 by map", ahead, startNs));
    assertThat(lines(held)).hasSize(3).contains("  all 2 tokens are taken: 2 by map");
  }

  @Test
  void candidatesThatAreLeftOutAreCounted() {
    var many =
        IntStream.range(0, Explanation.MAX_CANDIDATES + 7)
            .mapToObj(node -> Candidate.notChosen(node, "may do", 0))
            .toList();
    assertThat(lines(Explanation.of("shared", "waits", many)))
        .hasSize(1 + 1 + Explanation.MAX_CANDIDATES + 1)
        .endsWith("  and 7 more candidates");
  }

  @Test
  void aTaskIsNamedByItsStageAndIndex() {
    var stage = StageSpec.of("sum", 4, new Resources(1, 1), List.of("true"));
    assertThat(ExplanationView.of(JobSpec.of("job", stage), new TaskId(0, 2), PLACED).name())
        .isEqualTo("sum/2");
  }

  @Test
  void programsGetNumbersAndNothingWhereNothingIsKnown() {
    var json = Json.tree(ExplanationEntry.of(new ExplanationView("map/3", PLACED))).toString();
    assertThat(json)
        .startsWith("{\"task\":\"map/3\",\"policy\":\"estimated\"")
        .doesNotContain("waiting")
        .contains(
            "{\"node\":\"node-5\",\"outcome\":\"chosen\",\"reason\":\"is best\",\"ageSeconds\":0.04")
        .contains("\"startupSeconds\":0.3,\"waitSeconds\":5,\"readSeconds\":51.25,\"cpuSeconds\":2")
        .contains("\"reason\":\"is worse\",\"estimate\":{\"startupSeconds\":0,\"readSeconds\":0")
        .contains("\"outcome\":\"ruled_out\",\"reason\":\"is too small\",\"ageSeconds\":0}");
    var waits = PLACED.withWaiting(new TaskWait("x", 3, TaskWait.UNKNOWN));
    assertThat(Json.tree(ExplanationEntry.of(new ExplanationView("map/3", waits))).toString())
        .contains("\"waiting\":{\"holders\":\"x\",\"ahead\":3}");
  }
}
