package dev.muster.core.master.share;

import dev.muster.model.Resources;
import dev.muster.model.queue.Portions;

/**
 * What everybody uses, demands, and may have at most: a row for each node of the tree.
 *
 * <p>A job demands what it uses and wants. What it can never have, as its cell or queue has none of
 * it, does not count: else it would hold up the rest.
 */
final class Amounts {

  /** What each node uses, with all below it. */
  final long[] uses;

  /** What each job demands; nothing of other nodes. */
  final long[] demand;

  /** The same as parts of the cell. */
  final double[] demandPart;

  /** What a node may have at most, with all below it; {@link Axes#ANY} for no limit. */
  final long[] most;

  private final Axes axes;
  private final ShareTree tree;

  Amounts(Axes axes, ShareTree tree, Resources cell) {
    this.axes = axes;
    this.tree = tree;
    this.uses = new long[tree.size * axes.count];
    this.demand = new long[tree.size * axes.count];
    this.demandPart = new double[tree.size * axes.count];
    this.most = new long[tree.size * axes.count];
    limit(cell);
    for (int job = tree.firstJob; job < tree.size; job++) {
      axes.write(tree.need(job).uses(), uses, job);
      readDemand(job);
    }
    sumUp(uses);
  }

  /** Adds each row to that of the node above, from below. */
  void sumUp(long[] rows) {
    for (int node = tree.size - 1; node > ShareTree.CELL; node--) {
      for (int axis = 0; axis < axes.count; axis++) {
        rows[tree.parent[node] * axes.count + axis] += rows[node * axes.count + axis];
      }
    }
  }

  private void limit(Resources cell) {
    axes.write(cell, most, ShareTree.CELL);
    for (int node = 1; node < tree.firstUser; node++) {
      axes.write(tree.spec(node).share().max().atMost(cell), most, node);
      limitUsers(node, tree.spec(node).limits().ofUser().most(), cell);
    }
    for (int job = tree.firstJob; job < tree.size; job++) {
      axes.write(Portions.NONE.atMost(cell), most, job);
    }
  }

  private void limitUsers(int queue, Portions ofUser, Resources cell) {
    if (tree.isLeaf(queue) && tree.count[queue] > 0) {
      int first = tree.child[tree.first[queue]];
      axes.write(ofUser.atMost(cell), most, first);
      for (int user = first + 1; user < first + tree.count[queue]; user++) {
        System.arraycopy(most, first * axes.count, most, user * axes.count, axes.count);
      }
    }
  }

  private void readDemand(int job) {
    var need = tree.need(job);
    axes.write(tree.isSuspended(job) ? Resources.NONE : need.wants(), demand, job);
    for (int axis = 0; axis < axes.count; axis++) {
      int at = job * axes.count + axis;
      demand[at] = mayHave(job, axis) ? sum(demand[at], uses[at]) : 0;
      demandPart[at] = axes.part(demand[at], axis);
    }
  }

  private boolean mayHave(int job, int axis) {
    boolean may = true;
    for (int node = tree.parent[job]; may && node != ShareTree.CELL; node = tree.parent[node]) {
      may = most[node * axes.count + axis] > 0;
    }
    return may && axes.cell(axis) > 0;
  }

  /** The largest number where that would overflow. */
  private static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }
}
