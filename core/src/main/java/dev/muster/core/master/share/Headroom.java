package dev.muster.core.master.share;

import dev.muster.model.Resources;

/**
 * What jobs may use beyond their shares: of resources that nobody lacks, any amount that the maxima
 * of queues and users leave. So a job whose demand grows need not wait for the next computation.
 * What a maximum leaves is divided among all jobs below it, so that it holds whatever they do.
 */
final class Headroom {

  private final Axes axes;
  private final ShareTree tree;
  private final boolean[] lacking;

  /** How many jobs below a node may start something. */
  private final int[] jobs;

  /** What those below a node may use together beyond their shares. */
  private final long[] head;

  Headroom(Axes axes, ShareTree tree, Amounts amounts, FractionalShares sharing) {
    this.axes = axes;
    this.tree = tree;
    this.lacking = new boolean[axes.count];
    this.jobs = new int[tree.size];
    this.head = new long[tree.size * axes.count];
    for (int job = tree.firstJob; job < tree.size; job++) {
      jobs[job] = tree.isSuspended(job) ? 0 : 1;
      for (int axis = 0; axis < axes.count && sharing.filled(job) < 1; axis++) {
        boolean isExhausted = sharing.room(ShareTree.CELL, axis) <= Filling.NOTHING;
        lacking[axis] |= isExhausted && amounts.demand[job * axes.count + axis] > 0;
      }
    }
    for (int node = tree.size - 1; node > ShareTree.CELL; node--) {
      jobs[tree.parent[node]] += jobs[node];
    }
  }

  /**
   * Works out what each node has, from above.
   *
   * @param shares of each node
   * @param most that each node may have
   */
  void measure(long[] shares, long[] most) {
    for (int axis = 0; axis < axes.count; axis++) {
      head[axis] = lacking[axis] ? 0 : Axes.ANY;
    }
    for (int node = 1; node < tree.size; node++) {
      for (int axis = 0; axis < axes.count; axis++) {
        int at = node * axes.count + axis;
        long own = most[at] == Axes.ANY ? Axes.ANY : Math.max(0, most[at] - shares[at]);
        head[at] = jobs[node] == 0 ? 0 : Math.min(own, ofAbove(node, axis));
      }
    }
  }

  private long ofAbove(int node, int axis) {
    int above = tree.parent[node];
    long all = head[above * axes.count + axis];
    return all == Axes.ANY ? all : (long) ((double) all / jobs[above] * jobs[node]);
  }

  /** What the job may use, its share included. */
  Resources mayUse(int job, long[] shares) {
    var row = new long[axes.count];
    for (int axis = 0; axis < axes.count; axis++) {
      int at = job * axes.count + axis;
      row[axis] = head[at] == Axes.ANY ? Axes.ANY : shares[at] + head[at];
    }
    return axes.read(row, 0);
  }
}
