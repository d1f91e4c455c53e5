package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StageGraphTest {

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
        "a<b b<a       | 4:12: stages[1].after: stages wait for each other in a ring: a → b → a",
        "x a<x,d b<a c<b d<c |"
            + " 5:12: stages[2].after: stages wait for each other in a ring: a → d → c → b → a",
        "a a           | 4:21: stages[1].name: another stage is called `a` already",
        "a a<zz        | 4:12: stages[1].after: there is no stage `zz`",
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
    assertThat(Expect.job(job(chain(1_000))).stages()).hasSize(1_000);
    Expect.problems(job(chain(1_001)), "3:1: stages: must hold from 1 to 1,000 stages, not 1,001");
  }

  private static String chain(int length) {
    var stages = new StringBuilder("s0");
    for (int i = 1; i < length; i++) {
      stages.append(" s").append(i).append("<s").append(i - 1);
    }
    return stages.toString();
  }
}
