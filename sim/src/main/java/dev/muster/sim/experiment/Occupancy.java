package dev.muster.sim.experiment;

import dev.muster.core.actor.flat.IntList;

/** How many nodes have no free slot, as arriving jobs see it. */
final class Occupancy {

  private final int slotsPerNode;
  private final int[] running;
  private final IntList seen = new IntList();
  private int full;

  Occupancy(int nodes, int slotsPerNode) {
    this.slotsPerNode = slotsPerNode;
    this.running = new int[nodes];
  }

  void started(int node) {
    if (++running[node] == slotsPerNode) {
      full++;
    }
  }

  void ended(int node) {
    if (running[node]-- == slotsPerNode) {
      full--;
    }
  }

  /** A job that counts arrives. */
  void look() {
    seen.add(full);
  }

  /** What each job that counts saw: the share of nodes that were full. */
  double[] shares() {
    double[] shares = new double[seen.size()];
    for (int at = 0; at < shares.length; at++) {
      shares[at] = (double) seen.at(at) / running.length;
    }
    return shares;
  }
}
