package dev.muster.sim.compare;

import dev.muster.model.Resources;
import java.util.BitSet;

/**
 * What each of several frameworks has of a cell, and who has least of what it has most of: the next
 * by dominant resource fairness.
 */
final class DominantShares {

  /** The answer where there is nobody to choose from. */
  static final int NOBODY = -1;

  private final long[] cpuMillis;
  private final long[] memoryBytes;
  private long allCpuMillis;
  private long allMemoryBytes;

  DominantShares(int frameworks) {
    this.cpuMillis = new long[frameworks];
    this.memoryBytes = new long[frameworks];
  }

  /** The cell has a machine of this size. */
  void add(Resources machine) {
    allCpuMillis += machine.cpuMillis();
    allMemoryBytes += machine.memoryBytes();
  }

  /** Gives a framework so many times that; with a negative count, takes it away. */
  void occupy(int framework, Resources each, int count) {
    cpuMillis[framework] += count * each.cpuMillis();
    memoryBytes[framework] += count * each.memoryBytes();
  }

  double of(int framework) {
    return Math.max(
        (double) cpuMillis[framework] / allCpuMillis,
        (double) memoryBytes[framework] / allMemoryBytes);
  }

  /** Of these the one with the smallest share, the first where several have it. */
  int least(BitSet candidates) {
    int least = NOBODY;
    for (int next = candidates.nextSetBit(0); next >= 0; next = candidates.nextSetBit(next + 1)) {
      if (least == NOBODY || of(next) < of(least)) {
        least = next;
      }
    }
    return least;
  }
}
