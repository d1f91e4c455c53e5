package dev.muster.sim.compare.probe;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.sampled.NodeSampler;
import java.util.Arrays;

/** What becomes of the nodes that were drawn, where tasks are not bound late. */
public enum ProbeMode {
  /** The m least busy of all that were drawn get a task each. */
  BATCH,
  /** Each task goes to the least busy of those that were drawn for it alone. */
  PER_TASK,
  /** Each task goes to the one node that was drawn for it, unasked. */
  RANDOM;

  /** The load of a node that has not answered. */
  static final int UNKNOWN = Integer.MAX_VALUE;

  /** Whether nodes are probed. */
  boolean probes() {
    return this != RANDOM;
  }

  /**
   * Picks the nodes that get a task, of those drawn for them.
   *
   * @param loads of each drawn node; {@link #UNKNOWN} where it has not answered
   * @param picked where the places of the picked ones in {@code loads} go: at most one per task
   */
  void pick(NodeSampler sampler, int tasks, int[] loads, IntList picked) {
    picked.clear();
    if (this == BATCH) {
      pickLeast(tasks, loads, picked);
    } else {
      for (int task = 0; task < tasks; task++) {
        int until = Math.min(sampler.drawsFor(task + 1), loads.length);
        pickLeastOf(sampler.drawsFor(task), until, loads, picked);
      }
    }
  }

  /** The least busy of all; those drawn first stay first among equals. */
  private static void pickLeast(int tasks, int[] loads, IntList picked) {
    long[] keys = new long[loads.length];
    for (int at = 0; at < keys.length; at++) {
      keys[at] = ((long) loads[at] << Integer.SIZE) | at;
    }
    Arrays.sort(keys);
    for (int i = 0; i < Math.min(tasks, keys.length); i++) {
      int at = (int) keys[i];
      if (loads[at] != UNKNOWN) {
        picked.add(at);
      }
    }
  }

  private static void pickLeastOf(int from, int until, int[] loads, IntList picked) {
    int least = -1;
    for (int at = from; at < until; at++) {
      if (loads[at] != UNKNOWN && (least < 0 || loads[at] < loads[least])) {
        least = at;
      }
    }
    if (least >= 0) {
      picked.add(least);
    }
  }
}
