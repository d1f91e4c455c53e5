package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Edge;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EdgeTest {

  /**
   * Stages as in {@code a<b,c d}: {@code a} after {@code b} and {@code c}; one a line from line 3.
   */
  private static String job(String stages) {
    var text = new StringBuilder("name: graph\nstages:\n");
    for (var stage : List.of(stages.split(" "))) {
      var parts = List.of(stage.split("<"));
      var after = parts.size() > 1 ? parts.get(1) : "";
      text.append("- {after: [%s], name: %s, command: run}%n".formatted(after, parts.getFirst()));
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a<a           | 3:12: stages[0].after: a stage can't wait for itself",
        "a b<c         | 4:12: stages[1].after: there is no stage `c`",
        "a b<other     | 4:12: stages[1].after: there is no stage `other`",
        "a b<a,a       | 4:14: stages[1].after: names `a` twice",
        "a<b b<a       | 4:12: stages[1].after: stages wait for each other in a cycle: a → b → a",
        "x a<x,d b<a c<b d<c |"
            + " 5:12: stages[2].after: stages wait for each other in a cycle: a → d → c → b → a",
        "a a           | 4:21: stages[1].name: another stage is called `a` already",
        "a a<zz        | 4:12: stages[1].after: there is no stage `zz`",
        "count b<cuont | 4:12: stages[1].after: there is no stage `cuont`; did you mean `count`?",
      })
  void stagesThatDoNotFitTogether(String stages, String problem) {
    assertThat(Expect.problems(job(stages))).contains(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a b<a c<a d<b,c", "d<b,c b<a c<a a", "a b c", "a b<a c<a,b d<a,b,c e<a,b,c,d"})
  void stagesThatDo(String stages) {
    assertThat(Expect.job(job(stages)).stages()).hasSize(stages.split(" ").length);
  }

  @Test
  void twoRings() {
    assertThat(Expect.problems(job("a<b b<a c<d d<c e<a"))).hasSize(2);
  }

  @Test
  void oneOfSeveralStagesHasNoName() {
    var text = "name: a\nstages:\n- command: x\n- {name: b, command: y}\n";
    assertThat(Expect.problems(text))
        .singleElement()
        .asString()
        .startsWith("3:3: stages[0].name: is missing; each of several stages needs a name of");
  }

  @Test
  void aStageWithABadNameIsStillThere() {
    assertThat(Expect.problems(job("a/b c<a/b"))).hasSize(1);
  }

  @Test
  void asManyStagesAsAreAllowedInOneChain() {
    assertThat(Expect.job(job(chain(100_000))).stages()).hasSize(100_000);
    Expect.problems(
        job(chain(100_001)), "3:1: stages: must hold from 1 to 100,000 stages, not 100,001");
  }

  /** A job of {@code count} with 3 tasks on line 3, and {@code sum} with an edge on line 4. */
  private static String sum(int tasks, String after) {
    return """
    name: edges
    stages:
    - {name: count, tasks: 3, command: run}
    - {after: %s, name: sum, tasks: %d, command: run}
    """
        .formatted(after, tasks);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "count | all-to-all",
        "[count] | all-to-all",
        "[{stage: count}] | all-to-all",
        "[{stage: count, edges: all-to-all}] | all-to-all",
        "[{stage: count, edges: one-to-one}] | one-to-one",
        "{edges: one-to-one, stage: count} | one-to-one",
        "[\"count[i]\"] | one-to-one",
        "\"count[i]\" | one-to-one",
      })
  void waysToWriteAnEdge(String after, String kind) {
    var edge = Expect.job(sum(3, after)).stages().getLast().after().getFirst();
    assertThat(edge.stage()).isEqualTo("count");
    assertThat(edge.kind().text()).isEqualTo(kind);
  }

  @Test
  void withoutBracketsTheShortFormNeedsNoQuotes() {
    var job =
        Expect.job(
            """
            name: edges
            stages:
              - name: count
                command: run
              - name: sum
                command: run
                after: count[i]
              - name: mail
                command: run
                after:
                  - sum[i]
                  - count
            """);
    assertThat(job.stages().get(1).after()).containsExactly(Edge.oneToOne("count"));
    assertThat(job.stages().get(2).after())
        .containsExactly(Edge.oneToOne("sum"), Edge.allToAll("count"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | [{stage: count, edges: one-to-many}] | 4:34: stages[1].after[0].edges:"
            + " must be one of all-to-all, one-to-one, not `one-to-many`; did you mean `one-to-one`?",
        "3 | [{stage: count, edges: shuffle}] | 4:34: stages[1].after[0].edges: must be one of"
            + " all-to-all, one-to-one, not `shuffle`",
        "3 | [{stage: cuont, edges: one-to-one}] | 4:20: stages[1].after: there is no stage"
            + " `cuont`; did you mean `count`?",
        "3 | [{edges: one-to-one}] | 4:12: stages[1].after[0].stage: is missing;"
            + " give the name of another stage",
        "3 | [{stages: count, stage: count}] | 4:13: stages[1].after[0].stages: unknown field"
            + " `stages`; did you mean `stage`?",
        "3 | [[count]] | 4:12: stages[1].after[0]: expected the name of another stage, such as"
            + " count, count[i] or {stage: count, edges: one-to-one}, found a list",
        "3 | [\"count[0]\"] | 4:12: stages[1].after: there is no stage `count[0]`",
        "3 | [count, \"count[i]\"] | 4:19: stages[1].after: names `count` twice",
        "3 | \"sum[i]\" | 4:11: stages[1].after: a stage can't wait for itself",
        "2000 | \"count[i]\" | 4:11: stages[1].after: one-to-one needs as many tasks in both"
            + " stages: `count` has 3, `sum` has 2,000",
        "3, gang: true | \"count[i]\" | 4:11: stages[1].after: a gang starts whole:"
            + " it needs all-to-all edges, not one-to-one",
      })
  void edgesThatAreNone(String tasks, String after, String problem) {
    assertThat(Expect.problems(sum(1, after).replace("tasks: 1,", "tasks: " + tasks + ",")))
        .containsExactly(problem);
  }

  @Test
  void allThatIsWrongWithEdgesIsSaidAtOnce() {
    Expect.problems(
        """
        name: edges
        stages:
        - {name: count, tasks: 3, command: run}
        - {name: a, after: ["count[i]", b], command: run}
        - {name: b, after: [a, cout], command: run}
        """,
        "4:21: stages[1].after: one-to-one needs as many tasks in both stages:"
            + " `count` has 3, `a` has 1",
        "5:21: stages[2].after: stages wait for each other in a cycle: a → b → a",
        "5:24: stages[2].after: there is no stage `cout`; did you mean `count`?");
  }

  @ParameterizedTest
  @CsvSource({"tasks: 0", "items: none", "items: []"})
  void aNumberThatIsRejectedIsComparedWithNothing(String tasks) {
    var upstream = "name: edges\nstages:\n- {name: a, command: run, " + tasks + "}\n";
    var text = upstream + "- {name: b, command: run, tasks: 4, after: \"a[i]\"}\n";
    assertThat(Expect.problems(text)).hasSize(1);
  }

  private static String chain(int length) {
    var stages = new StringBuilder("s0");
    for (int i = 1; i < length; i++) {
      stages.append(" s").append(i).append("<s").append(i - 1);
    }
    return stages.toString();
  }
}
