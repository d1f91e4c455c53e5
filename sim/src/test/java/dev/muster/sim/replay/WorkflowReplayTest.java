package dev.muster.sim.replay;

import static dev.muster.sim.replay.Workflows.MIB;
import static dev.muster.sim.replay.Workflows.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.Resources;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.workload.workflow.Workflow;
import dev.muster.workload.workflow.Workflow.DataFile;
import dev.muster.workload.workflow.Workflow.WorkflowTask;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowReplayTest {

  /** Messages, commits and refreshes of a few tasks in a row; below what moving a MiB takes. */
  private static final long OVERHEAD_NS = S * 9 / 10;

  private static Workflow chain() {
    return new Workflows().task(2, MIB).task(3, 4 * MIB, 0).task(1, MIB, 1).named("chain");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampled", "shared", "partitioned", "auto"})
  void aChainTakesItsRunTimesAndTheTimeToMoveWhatIsElsewhere(String policy) {
    var cell = Workflows.cell(8, 1);
    var result = WorkflowReplay.run(chain(), cell, policy);
    assertThat(result.policy()).isEqualTo(policy);
    assertThat(result.movedBytes()).isIn(0L, MIB, 4 * MIB, 5 * MIB);
    long atLeastNs = 6 * S + result.movedBytes() / MIB * S;
    assertThat(result.makespanNs()).isBetween(atLeastNs, atLeastNs + OVERHEAD_NS);
    assertThat(result.utilisation()).isEqualTo(6.0 * S / 8 / result.makespanNs());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampled", "shared", "partitioned", "heft"})
  void nothingMovesWithinOneNode(String policy) {
    var cell = Workflows.cell(1, 1);
    var result = WorkflowReplay.run(chain(), cell, policy);
    assertThat(result.movedBytes()).isZero();
    assertThat(result.makespanNs()).isBetween(6 * S, 6 * S + OVERHEAD_NS);
    assertThat(result.utilisation()).isBetween(0.9, 1.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampled", "shared", "partitioned", "heft"})
  void tasksThatWaitForNobodyShareTheCell(String policy) {
    var independent = new Workflows();
    for (int task = 0; task < 16; task++) {
      independent.task(10, 0);
    }
    var workflow = independent.named("independent");
    var cell = Workflows.cell(4, 2);
    assertThat(cell.workNs(workflow)).isEqualTo(20 * S);
    assertThat(cell.boundNs(workflow)).isEqualTo(20 * S);
    var result = WorkflowReplay.run(workflow, cell, policy);
    assertThat(result.makespanNs()).isBetween(20 * S, 40 * S + OVERHEAD_NS);
    assertThat(result.movedBytes()).isZero();
  }

  @Test
  void theLargerBoundCounts() {
    assertThat(Workflows.cell(8, 1).boundNs(chain())).isEqualTo(6 * S);
  }

  /** A file from outside is there for all, and so is what a task makes for itself. */
  @Test
  void onlyWhatOthersMadeIsMoved() {
    var files = List.of(new DataFile("in", MIB, Workflow.OUTSIDE), new DataFile("own", MIB, 0));
    var task = new WorkflowTask("t", S, Workflows.CORE, List.of(), List.of(0, 1), List.of(1));
    var workflow = new Workflow("alone", List.of(task), files);
    assertThat(WorkflowReplay.run(workflow, Workflows.cell(2, 1), "sampled").movedBytes()).isZero();
    assertThat(WorkflowReplay.run(workflow, Workflows.cell(2, 1), "heft").movedBytes()).isZero();
  }

  private static Workflow wide() {
    var wide = new Workflows();
    for (int task = 0; task < 40; task++) {
      wide.task(1 + task % 7, MIB);
    }
    return wide.task(1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9).named("wide");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampled", "shared", "partitioned"})
  void theSameSeedGivesTheSameRun(String policy) {
    var cell = Workflows.cell(4, 1);
    assertThat(WorkflowReplay.run(wide(), cell, policy))
        .isEqualTo(WorkflowReplay.run(wide(), cell, policy));
  }

  @Test
  void eachPolicyPlacesInItsOwnWay() {
    assertThat(Stream.of("sampled", "shared", "partitioned", "heft"))
        .extracting(policy -> WorkflowReplay.run(wide(), Workflows.cell(4, 1), policy))
        .extracting(ReplayResult::makespanNs)
        .doesNotHaveDuplicates();
  }

  @Test
  void tasksWithoutRunTime() {
    var nothing = new Workflows().task(0, 0).task(0, 0, 0).named("nothing");
    assertThat(WorkflowReplay.run(nothing, Workflows.cell(2, 1), "heft").makespanNs()).isZero();
    assertThat(WorkflowReplay.run(nothing, Workflows.cell(2, 1), "heft").utilisation()).isZero();
    assertThat(WorkflowReplay.run(nothing, Workflows.cell(2, 1), "sampled").makespanNs())
        .isLessThan(OVERHEAD_NS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampled", "heft"})
  void aTaskThatFitsNoNode(String policy) {
    var large = new Workflows().task(new Resources(2_000, MIB), 1, 0).named("large");
    assertThatThrownBy(() -> WorkflowReplay.run(large, Workflows.cell(2, 1), policy))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining(
            "task `/task 0` of workflow `large` needs 2 cpu, 1 MiB, a node has 1");
  }
}
