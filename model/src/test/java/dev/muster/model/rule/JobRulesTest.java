package dev.muster.model.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Edge;
import dev.muster.model.Elastic;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Program;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobRulesTest {

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, new Resources(1, 1), List.of("true"));
  }

  private static StageSpec both(String name) {
    return stage(name, 1).with(new Program(List.of("true"), "com.example.Fn", Map.of(), ""));
  }

  private static StageSpec oneToOne(StageSpec stage) {
    return stage.withEdges(List.of(Edge.oneToOne("a")));
  }

  @Test
  void soundJobsPass() {
    var diamond =
        JobSpec.of(
            "diamond",
            stage("d", 1).withAfter("b", "c"),
            stage("b", 1).withAfter("a"),
            stage("c", 3).withAfter("a").withRetries(JobRules.MAX_RETRIES),
            oneToOne(stage("e", 1)),
            stage("a", 1).withTimeout(Long.MAX_VALUE));

    assertThat(JobRules.problem(diamond)).isEmpty();
    var urgent = diamond.withPriority(JobRules.MAX_PRIORITY).withUser("u".repeat(100));
    assertThat(JobRules.problem(urgent)).isEmpty();
  }

  private static Arguments misplaced(Where where, String problem) {
    return Arguments.of(JobSpec.of("j", stage("a", 2).withWhere(where)), problem);
  }

  @SafeVarargs
  private static Where preferring(List<Integer>... nodes) {
    List<List<Integer>> each = new ArrayList<>();
    for (var preferred : nodes) {
      each.add(preferred);
    }
    return Where.ANYWHERE.withPrefer(each, Where.FIRM);
  }

  private static Stream<String> numbered(int count) {
    return IntStream.range(0, count).mapToObj(number -> "a" + number);
  }

  static Stream<Arguments> unsound() {
    return Stream.of(
        Arguments.of(JobSpec.of("j"), "the job has no stages"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1)).withTokens(0),
            "the job has 0 tokens; it needs at least 1"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1)).withPriority(-1),
            "the job has priority -1; it may have 0 to 1,000"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1)).withPriority(1_001),
            "the job has priority 1001; it may have 0 to 1,000"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1)).withUser("u".repeat(101)),
            "the user has 101 characters; a name has at most 100"),
        Arguments.of(JobSpec.of("j", stage("a", 0)), "stage `a` has 0 tasks; it needs at least 1"),
        Arguments.of(
            JobSpec.of("j", stage("a", -1)), "stage `a` has -1 tasks; it needs at least 1"),
        Arguments.of(JobSpec.of("j", stage("a", 1), stage("a", 1)), "two stages are called `a`"),
        Arguments.of(
            JobSpec.of("j", stage("a", 2).withInputs(ExternalInput.of(5).ofTask(2))),
            "stage `a`: `inputs` has 5 bytes of task 2; the stage has 2 tasks"),
        Arguments.of(
            JobSpec.of("j", stage("a", 2).withInputs(ExternalInput.of(-5))),
            "stage `a`: `inputs` has -5 bytes of task -1; the stage has 2 tasks"),
        Arguments.of(
            JobSpec.of("j", stage("a", 2).withInputs(ExternalInput.of(5, 1, 1))),
            "stage `a`: `on` of an input names node-1 twice"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1).withMaxMemory(-1)),
            "stage `a`: `memory-max` is below `memory`"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1), stage("b", 1).withAfter("a", "a")),
            "stage `b`, `after`: names `a` twice"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1).withAfter("z")),
            "stage `a`, `after`: there is no stage `z`"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1).withAfter("a")),
            "stage `a`, `after`: a stage can't wait for itself"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1).withAfter("b"), stage("b", 1).withAfter("a")),
            "stage `b`, `after`: stages wait for each other in a cycle: a → b → a"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1), oneToOne(stage("b", 2))),
            "stage `b`, `after`: one-to-one needs as many tasks in both stages:"
                + " `a` has 1, `b` has 2"),
        Arguments.of(
            JobSpec.of("j", stage("a", 2), oneToOne(stage("b", 2)).asGang()),
            "stage `b`, `after`: a gang starts whole: it needs all-to-all edges, not one-to-one"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1))
                .withStages(Collections.nCopies(JobRules.MAX_STAGES + 1, stage("a", 1))),
            "the job has 100,001 stages; it may have at most 100,000"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1).withRetries(101)),
            "stage `a` has 101 retries; it may have 0 to 100"),
        Arguments.of(
            JobSpec.of("j", both("a")),
            "stage `a` has a command and a function; a task is one of both"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1).withTimeout(-1)), "stage `a` has a `timeout` below zero"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1).withEstimate(-1)),
            "stage `a` has an `estimate` below zero"),
        misplaced(Where.ANYWHERE.withPrefer(List.of(), -1), "stage `a`: `patience` is below zero"),
        misplaced(preferring(List.of(1)), "stage `a`: `prefer` is about 1 tasks; the stage has 2"),
        misplaced(
            preferring(List.of(), List.of(3, 1, 3)),
            "stage `a`: `prefer` of task 1 names node-3 twice"),
        misplaced(
            preferring(List.of(-1), List.of()),
            "stage `a`: `prefer` of task 0 names node number -1; the first is 0"),
        misplaced(
            preferring(List.of(), IntStream.range(0, 101).boxed().toList()),
            "stage `a`: `prefer` of task 1 names 101 nodes; it may name at most 100"),
        misplaced(
            Where.ANYWHERE.withRequire(Require.of("disk")),
            "stage `a`: `require` gives 0 values for `disk`; it must give 1 to 100"),
        misplaced(
            Where.ANYWHERE.withRequire(Require.of("disk", numbered(101).toArray(String[]::new))),
            "stage `a`: `require` gives 101 values for `disk`; it must give 1 to 100"),
        misplaced(
            Where.ANYWHERE.withRequire(
                new Require(
                    numbered(33).collect(Collectors.toMap(name -> name, _ -> List.of("x"))))),
            "stage `a`: `require` names 33 attributes; it may name at most 32"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1), stage("b", 3).asGang()).withTokens(2),
            "stage `b`: `gang` of 3 tasks start together; `tokens` must be as many, not 2"),
        Arguments.of(
            JobSpec.of("j", stage("a", 1)).with(Elastic.GLOBAL_CAP),
            "`elastic` lets a job exceed its `tokens`; give these as well"),
        Arguments.of(
            JobSpec.of("j", StageSpec.of("a", 1, new Resources(-1, 0), List.of("true"))),
            "stage `a` needs less than nothing: -0.001 cpu, 0 B"));
  }

  @ParameterizedTest
  @MethodSource("unsound")
  void invalidJobsAreRejectedWithTheReason(JobSpec job, String problem) {
    assertThat(JobRules.problem(job)).contains(problem);
  }
}
