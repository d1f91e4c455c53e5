package dev.muster.core.master.share;

import dev.muster.model.Resources;

/**
 * What each queue is guaranteed in a cell of the present size, and how much of it there is demand
 * for. All in parts of the cell.
 *
 * <p>A queue is guaranteed at least what those below it are, and never more than its maximum. Where
 * those below a queue, or all in the cell, would be guaranteed more than it has, all of them are
 * scaled down alike. What a queue is guaranteed goes to those below, first as far as they are
 * guaranteed it themselves; what is then left of it, to those that demand more, by weight.
 */
final class Guarantees {

  /** What a queue is guaranteed. */
  final double[] guaranteed;

  /** What it demands of that. */
  final double[] entitled;

  private final Axes axes;
  private final ShareTree tree;
  private final Amounts amounts;
  private final double[] demand;

  Guarantees(Axes axes, ShareTree tree, Amounts amounts, Resources cell) {
    this.axes = axes;
    this.tree = tree;
    this.amounts = amounts;
    this.guaranteed = new double[tree.firstUser * axes.count];
    this.entitled = new double[tree.firstUser * axes.count];
    this.demand = amounts.demandPart.clone();
    specified(cell);
    for (int axis = 0; axis < axes.count; axis++) {
      demandUpwards(axis);
      guaranteeUpwards(axis);
      entitled[axis] = Math.min(demand[axis], guaranteed[axis]);
      for (int node = 0; node < tree.firstUser; node++) {
        if (node == ShareTree.CELL || !tree.isLeaf(node)) {
          handDown(node, axis);
        }
      }
    }
  }

  private void specified(Resources cell) {
    var rows = new long[tree.firstUser * axes.count];
    for (int node = 1; node < tree.firstUser; node++) {
      axes.write(tree.spec(node).share().guaranteed().atLeast(cell), rows, node);
    }
    for (int at = 0; at < rows.length; at++) {
      guaranteed[at] = axes.part(rows[at], at % axes.count);
    }
  }

  private void demandUpwards(int axis) {
    for (int node = tree.size - 1; node > ShareTree.CELL; node--) {
      int at = node * axes.count + axis;
      demand[at] = Math.min(demand[at], most(node, axis));
      demand[tree.parent[node] * axes.count + axis] += demand[at];
    }
  }

  private void guaranteeUpwards(int axis) {
    var below = new double[tree.firstUser];
    for (int node = tree.firstUser - 1; node > ShareTree.CELL; node--) {
      int at = node * axes.count + axis;
      guaranteed[at] = Math.min(most(node, axis), Math.max(guaranteed[at], below[node]));
      below[tree.parent[node]] += guaranteed[at];
    }
    guaranteed[axis] = Math.min(1, below[ShareTree.CELL]);
    for (int node = 1; node < tree.firstUser; node++) {
      int above = tree.parent[node];
      double has = guaranteed[above * axes.count + axis];
      guaranteed[node * axes.count + axis] *= has < below[above] ? has / below[above] : 1;
    }
  }

  private void handDown(int node, int axis) {
    double own = 0;
    for (int at = tree.first[node]; at < tree.first[node] + tree.count[node]; at++) {
      int row = tree.child[at] * axes.count + axis;
      entitled[row] = Math.min(demand[row], guaranteed[row]);
      own += entitled[row];
    }
    handOut(node, axis, entitled[node * axes.count + axis] - own);
  }

  /** By weight, until nobody demands more; each pass satisfies somebody or is the last. */
  private void handOut(int node, int axis, double rest) {
    double left = rest;
    for (int pass = 0; pass < tree.count[node] && left > 0; pass++) {
      double weights = weightOfDemanding(node, axis);
      double given = 0;
      for (int at = tree.first[node]; at < tree.first[node] + tree.count[node]; at++) {
        int child = tree.child[at];
        int row = child * axes.count + axis;
        if (demand[row] > entitled[row]) {
          double part = Math.min(demand[row] - entitled[row], left * tree.weight[child] / weights);
          entitled[row] += part;
          given += part;
        }
      }
      left -= given;
    }
  }

  private double weightOfDemanding(int node, int axis) {
    double weights = 0;
    for (int at = tree.first[node]; at < tree.first[node] + tree.count[node]; at++) {
      int row = tree.child[at] * axes.count + axis;
      weights += demand[row] > entitled[row] ? tree.weight[tree.child[at]] : 0;
    }
    return weights;
  }

  private double most(int node, int axis) {
    return axes.limit(amounts.most[node * axes.count + axis], axis);
  }
}
