package dev.muster.sim.compare.probe;

import dev.muster.core.actor.flat.IntList;
import java.util.Arrays;

/** One round of questions about how busy nodes are: for one task by its number, or any so many. */
final class ProbeRound {

  static final int ANY = -1;

  final long number;
  final ProbingStage stage;
  final int task;
  final int tasks;
  final int[] nodes;
  final int[] loads;
  final long sinceNs;
  private int answers;

  ProbeRound(long number, ProbingStage stage, int task, int tasks, IntList drawn, long nowNs) {
    this.number = number;
    this.stage = stage;
    this.task = task;
    this.tasks = tasks;
    this.nodes = drawn.toArray();
    this.loads = new int[nodes.length];
    this.sinceNs = nowNs;
    Arrays.fill(loads, ProbeMode.UNKNOWN);
  }

  boolean waitsFor(int draw) {
    return draw >= 0 && draw < loads.length && loads[draw] == ProbeMode.UNKNOWN;
  }

  void answered(int draw, int load) {
    loads[draw] = load;
    answers++;
  }

  boolean isComplete() {
    return answers == nodes.length;
  }
}
