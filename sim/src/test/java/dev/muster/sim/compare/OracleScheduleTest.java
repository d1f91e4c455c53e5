package dev.muster.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OracleScheduleTest {

  private static StageSpec stage(String name, int tasks, Edge... after) {
    return StageSpec.of(name, tasks, new Resources(1, 1), List.of("true"))
        .withEdges(List.of(after));
  }

  /** a: 3 tasks of 10; b: 2 of 5, after a. */
  @ParameterizedTest
  @CsvSource({"2147483647, 15", "3, 15", "2, 25", "1, 40"})
  void tokensLimitWhatRunsAtOnce(int tokens, long expected) {
    var job = JobSpec.of("chain", stage("a", 3), stage("b", 2, Edge.allToAll("a")));

    assertThat(OracleSchedule.makespanNs(job, (stage, _) -> stage == 0 ? 10 : 5, tokens))
        .isEqualTo(expected);
  }

  /** Task i of b takes 10 − i after task i of a, which takes i: all end at 10. */
  @Test
  void oneToOneTasksWaitForTheirOwnInputAlone() {
    var job = JobSpec.of("pairs", stage("a", 5), stage("b", 5, Edge.oneToOne("a")));

    assertThat(OracleSchedule.makespanNs(job, (stage, i) -> stage == 0 ? i + 1 : 9 - i, 100))
        .isEqualTo(10);
  }

  /** One token: the order does not matter. Two: b must not wait for the short ones of a. */
  @Test
  void theLongestWayToTheEndGoesFirst() {
    var job = JobSpec.of("fork", stage("a", 4), stage("b", 1), stage("c", 1, Edge.allToAll("b")));
    OracleSchedule.TaskNs times = (stage, _) -> stage == 0 ? 5 : 10;

    assertThat(OracleSchedule.makespanNs(job, times, 2)).isEqualTo(20);
    assertThat(OracleSchedule.makespanNs(job, times, 1)).isEqualTo(40);
  }

  @Test
  void withinAStageTheLongestTaskGoesFirst() {
    var job = JobSpec.of("skewed", stage("a", 5));

    assertThat(OracleSchedule.makespanNs(job, (_, task) -> task == 4 ? 8 : 2, 2)).isEqualTo(8);
  }

  @Test
  void aJoinWaitsForBoth() {
    var join = stage("c", 2, Edge.allToAll("a"), Edge.oneToOne("b"));
    var job = JobSpec.of("join", stage("a", 2), stage("b", 2), join);

    assertThat(OracleSchedule.makespanNs(job, (stage, _) -> List.of(3L, 7L, 1L).get(stage), 9))
        .isEqualTo(8);
  }
}
