package dev.muster.sim.replay;

import static dev.muster.sim.replay.Workflows.MIB;
import static dev.muster.sim.replay.Workflows.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import dev.muster.sim.replay.Heft.NodeTimeline;
import dev.muster.workload.workflow.Workflow;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Inputs move at 1 MiB/s in all of these cells. */
class HeftTest {

  private static ReplayResult schedule(Workflow workflow, int nodes, int cores) {
    return WorkflowReplay.run(workflow, Workflows.cell(nodes, cores), WorkflowReplay.HEFT);
  }

  @Test
  void aTaskStaysWhereItsInputsAre() {
    var chain = new Workflows().task(2, MIB).task(3, MIB, 0).task(1, MIB, 1).named("chain");
    assertThat(schedule(chain, 4, 1)).isEqualTo(new ReplayResult("heft", 6 * S, 0, 6.0 / 4 / 6));
  }

  /** One of two children moves its input if that is sooner than to wait for the other. */
  @Test
  void movingIsWeighedAgainstWaiting() {
    var cheap = new Workflows().task(1, MIB).task(5, 0, 0).task(5, 0, 0).named("cheap");
    assertThat(schedule(cheap, 2, 1).makespanNs()).isEqualTo((1 + 1 + 5) * S);
    assertThat(schedule(cheap, 2, 1).movedBytes()).isEqualTo(MIB);
    var dear = new Workflows().task(1, 9 * MIB).task(5, 0, 0).task(5, 0, 0).named("dear");
    assertThat(schedule(dear, 2, 1).makespanNs()).isEqualTo((1 + 5 + 5) * S);
    assertThat(schedule(dear, 2, 1).movedBytes()).isZero();
  }

  /** The short task is named first; the chain is what decides. */
  @Test
  void theLongestWayToTheEndComesFirst() {
    var workflow = new Workflows().task(4, 0).task(1, 0).task(6, 0, 1).named("late");
    assertThat(schedule(workflow, 1, 1).makespanNs()).isEqualTo(11 * S);
    assertThat(schedule(workflow, 2, 1).makespanNs()).isEqualTo(7 * S);
    var three = new Workflows().task(4, 0).task(4, 0).task(3, 0).task(4, 0, 2).named("three");
    assertThat(schedule(three, 2, 1).makespanNs()).isEqualTo(8 * S);
  }

  /** The way is 1 + 1 + 2 s with the file, longer than that of the others, and 3 s without. */
  @Test
  void theWayIncludesItsFiles() {
    var workflow =
        new Workflows()
            .task(3.5, 0)
            .task(3.5, 0)
            .task(1, MIB)
            .task(2, 0, 2)
            .task(2, 0, 2)
            .named("files");
    assertThat(schedule(workflow, 2, 1).makespanNs()).isEqualTo(6_500_000_000L);
  }

  @Test
  void coresOfANodeAreShared() {
    var pair = new Resources(2_000, MIB);
    var workflow = new Workflows().task(pair, 2, 0).task(3, 0).task(3, 0).named("cores");
    assertThat(schedule(workflow, 1, 2).makespanNs()).isEqualTo(5 * S);
    assertThat(schedule(workflow, 1, 4).makespanNs()).isEqualTo(3 * S);
  }

  @Test
  void aGapIsFilledWhereItIsLongEnough() {
    var node = new NodeTimeline(new Resources(2_000, MIB));
    var one = new Resources(1_000, 0);
    var two = new Resources(2_000, 0);
    node.take(0, 10, one);
    node.take(20, 30, two);
    assertThat(node.earliest(0, 10, one)).isZero();
    assertThat(node.earliest(0, 21, one)).isEqualTo(30);
    assertThat(node.earliest(0, 20, one)).isZero();
    assertThat(node.earliest(0, 10, two)).isEqualTo(10);
    assertThat(node.earliest(0, 11, two)).isEqualTo(30);
    assertThat(node.earliest(12, 8, two)).isEqualTo(12);
    assertThat(node.earliest(12, 9, two)).isEqualTo(30);
    assertThat(node.earliest(25, 0, one)).isEqualTo(30);
    node.take(10, 20, one);
    assertThat(node.earliest(0, 20, one)).isZero();
    assertThat(node.earliest(0, 1, two)).isEqualTo(30);
  }

  /** Between both bounds and one task after the other with all files moved. */
  @Test
  void makespansArePossible() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new Random(seed);
      var drawn = new Workflows();
      long mostNs = 0;
      for (int task = 0; task < 40; task++) {
        var parents = new TreeSet<Integer>();
        for (int edge = random.nextInt(3); edge > 0 && task > 0; edge--) {
          parents.add(random.nextInt(task));
        }
        int seconds = random.nextInt(9);
        drawn.task(seconds, random.nextInt(3) * MIB, parents.toArray(Integer[]::new));
        mostNs += (seconds + 2 * parents.size()) * S;
      }
      var workflow = drawn.named("drawn");
      var cell = Workflows.cell(1 + random.nextInt(4), 1 + random.nextInt(2));
      var result = WorkflowReplay.run(workflow, cell, WorkflowReplay.HEFT);
      assertThat((double) result.makespanNs()).isBetween(cell.boundNs(workflow), (double) mostNs);
    }
  }
}
