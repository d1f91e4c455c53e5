package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.estimated.CandidateSets;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Batches of tasks in a large cell, with the candidates that the paper names: the holders of the
 * input, nodes of their racks, and two nodes of those that are lightly loaded.
 *
 * <p>What the paper leaves open: an input has two holders in one rack and one in another; it has 1
 * GB on average, spread exponentially, as are the waits of nodes. A tenth of the nodes are lightly
 * loaded, and four nodes of each rack are considered besides the holders.
 */
final class CandidateDraw {

  private static final int RACK_NODES = 40;
  private static final int RACK_CANDIDATES = 4;
  private static final int LIGHT_CANDIDATES = 2;
  private static final int LIGHT_SHARE = 10;
  private static final double INPUT_BYTES = 1e9;

  /** Holders, nodes of their two racks, light ones. */
  static final int MAX_CANDIDATES = 3 + 2 * RACK_CANDIDATES + LIGHT_CANDIDATES;

  private final Chance chance;
  private final int nodes;
  private final long meanWaitNs;
  private final long[] waitsNs;
  private final int[] light;

  /** Of the task at hand. */
  private final IntList holders = new IntList();

  private final IntList candidates = new IntList();

  /**
   * @param racks of 40 nodes each
   */
  CandidateDraw(long seed, int racks, long meanWaitNs) {
    this.chance = Chance.of(seed, "candidates");
    this.nodes = racks * RACK_NODES;
    this.meanWaitNs = meanWaitNs;
    this.waitsNs = new long[nodes];
    this.light = new int[nodes / LIGHT_SHARE];
  }

  /** A new batch: all nodes have new waits. */
  void fill(CandidateSets sets, int tasks) {
    Arrays.setAll(waitsNs, _ -> Math.round(chance.nextExponential() * meanWaitNs));
    var lightest =
        IntStream.range(0, nodes)
            .boxed()
            .sorted((one, other) -> Long.compare(waitsNs[one], waitsNs[other]))
            .limit(light.length)
            .toList();
    Arrays.setAll(light, lightest::get);
    sets.clear();
    for (int task = 0; task < tasks; task++) {
      sets.addTask();
      draw();
      long bytes = Math.round(chance.nextExponential() * INPUT_BYTES);
      for (int at = 0; at < candidates.size(); at++) {
        int node = candidates.at(at);
        long readNs = CompletionModel.STANDARD.readNs(bytes, distance(node));
        sets.add(node, CompletionModel.STANDARD.completionNs(0, waitsNs[node], readNs, 1));
      }
    }
  }

  private void draw() {
    holders.clear();
    candidates.clear();
    int first = chance.nextInt(nodes);
    int second = chance.nextInt(nodes);
    for (int node : new int[] {first, second, neighbour(second)}) {
      holders.add(node);
      consider(node);
    }
    for (int count = 0; count < RACK_CANDIDATES; count++) {
      consider(neighbour(first));
      consider(neighbour(second));
    }
    for (int count = 0; count < LIGHT_CANDIDATES; count++) {
      consider(light[chance.nextInt(light.length)]);
    }
  }

  private void consider(int node) {
    if (!candidates.contains(node)) {
      candidates.add(node);
    }
  }

  private int neighbour(int node) {
    return node - node % RACK_NODES + chance.nextInt(RACK_NODES);
  }

  private InputDistance distance(int node) {
    if (holders.contains(node)) {
      return InputDistance.LOCAL;
    }
    for (int at = 0; at < holders.size(); at++) {
      if (holders.at(at) / RACK_NODES == node / RACK_NODES) {
        return InputDistance.RACK;
      }
    }
    return InputDistance.REMOTE;
  }
}
