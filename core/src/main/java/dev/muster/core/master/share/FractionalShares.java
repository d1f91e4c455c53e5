package dev.muster.core.master.share;

import java.util.Arrays;

/**
 * Gives each job its part of the cell, in parts of any size.
 *
 * <ol>
 *   <li>What a queue is entitled to by its guarantee is set aside in its pot, and its jobs are
 *       filled from that alone.
 *   <li>Then all are filled together. What a job needs beyond the pot of its queue it draws from
 *       what is guaranteed to nobody.
 *   <li>What is left in pots is of no use to their queues, as these lack something else: it moves
 *       into the pots of the queues above, and both steps are done again, up to the cell.
 * </ol>
 *
 * But what a queue uses by now stays set aside for it: nothing within a guarantee is ever taken
 * back, so nobody else may count on it.
 */
final class FractionalShares {

  private final Axes axes;
  private final ShareTree tree;
  private final Amounts amounts;
  private final Guarantees guarantees;
  private final UserAllotments allotments;
  private final Filling filling;

  /** What each node demands, and has got, with all below it. */
  private final double[] demand;

  private final double[] has;

  /** What is set aside in pots below each queue. */
  private final double[] aside;

  private final double[] room;

  /** Of users: whether they could use more in this queue. */
  private final boolean[] open;

  FractionalShares(
      Axes axes,
      ShareTree tree,
      Amounts amounts,
      Guarantees guarantees,
      UserAllotments allotments) {
    this.axes = axes;
    this.tree = tree;
    this.amounts = amounts;
    this.guarantees = guarantees;
    this.allotments = allotments;
    this.filling = new Filling(tree, axes.count, amounts.demandPart);
    this.demand = amounts.demandPart.clone();
    this.has = new double[tree.size * axes.count];
    this.aside = new double[tree.firstUser * axes.count];
    this.room = new double[tree.firstJob * axes.count];
    this.open = new boolean[tree.firstJob * axes.count];
    Arrays.fill(open, true);
    sumUp(demand);
    share();
    measure();
  }

  /** What part of its demand a job gets. */
  double filled(int job) {
    return filling.filled(job);
  }

  /** What a node may still get without exceeding its maximum: of the cell, what is left. */
  double room(int node, int axis) {
    return room[node * axes.count + axis];
  }

  double has(int node, int axis) {
    return has[node * axes.count + axis];
  }

  /** What is set aside for a queue and those below it, as they use it within their guarantee. */
  double aside(int queue, int axis) {
    double own = queue == ShareTree.CELL ? 0 : filling.pot(queue, axis);
    return own + aside[queue * axes.count + axis];
  }

  private void share() {
    boolean anyGuaranteed = fillPots();
    boolean moved = true;
    for (int depth = tree.deepestQueue(); depth >= 0; depth--) {
      if (moved) {
        if (anyGuaranteed) {
          fill(true);
        }
        fill(false);
      }
      moved = anyGuaranteed && moveUp(depth);
    }
    if (allotments.any()) {
      shareAllotments();
    }
  }

  /** What users cannot use in one queue of what they may have they use in others. */
  private void shareAllotments() {
    for (int user = tree.firstUser; user < tree.firstJob; user++) {
      for (int axis = 0; axis < axes.count; axis++) {
        open[user * axes.count + axis] = filling.isFull(user, axis);
      }
    }
    fill(false);
  }

  private boolean fillPots() {
    boolean any = false;
    for (int queue = 1; queue < tree.firstUser; queue++) {
      for (int axis = 0; axis < axes.count; axis++) {
        double entitled = guarantees.entitled[queue * axes.count + axis];
        filling.pot(queue, axis, tree.isLeaf(queue) ? entitled : 0);
        any |= entitled > Filling.NOTHING;
      }
    }
    return any;
  }

  private void fill(boolean fromPotsAlone) {
    measure();
    for (int node = 0; node < tree.firstJob; node++) {
      for (int axis = 0; axis < axes.count; axis++) {
        boolean none = fromPotsAlone && node == ShareTree.CELL;
        filling.room(node, axis, none ? 0 : room[node * axes.count + axis]);
      }
    }
    filling.fill();
  }

  /** What everybody has got so far, and may still get. */
  private void measure() {
    for (int job = tree.firstJob; job < tree.size; job++) {
      for (int axis = 0; axis < axes.count; axis++) {
        has[job * axes.count + axis] = filling.drawn(job, axis);
      }
    }
    Arrays.fill(has, 0, tree.firstJob * axes.count, 0);
    Arrays.fill(aside, 0);
    sumUp(has);
    for (int node = tree.firstJob - 1; node >= ShareTree.CELL; node--) {
      for (int axis = 0; axis < axes.count; axis++) {
        int at = node * axes.count + axis;
        double set = tree.isQueue(node) ? aside[at] + filling.pot(node, axis) : 0;
        if (tree.isQueue(node)) {
          aside[tree.parent[node] * axes.count + axis] += set;
        }
        double below = node < tree.firstUser ? aside[at] : 0;
        room[at] = Math.max(0, axes.limit(amounts.most[at], axis) - has[at] - below);
      }
    }
    allotments.limit(room, has, demand, open);
  }

  /** From the queues of this depth; whether there was anything. */
  private boolean moveUp(int depth) {
    measure();
    boolean moved = false;
    for (int queue = 1; queue < tree.firstUser; queue++) {
      for (int axis = 0; tree.depth[queue] == depth && axis < axes.count; axis++) {
        double pot = filling.pot(queue, axis);
        double left = Math.max(0, pot - usedOfGuarantee(queue, axis));
        filling.pot(queue, axis, pot - left);
        if (tree.parent[queue] != ShareTree.CELL) {
          int above = tree.parent[queue];
          filling.pot(above, axis, filling.pot(above, axis) + left);
        }
        moved |= left > Filling.NOTHING;
      }
    }
    return moved;
  }

  /**
   * What the queue uses within its guarantee, beyond what it has got and what is set aside below.
   */
  private double usedOfGuarantee(int queue, int axis) {
    int at = queue * axes.count + axis;
    double uses = axes.part(amounts.uses[at], axis);
    return Math.max(0, Math.min(uses, guarantees.entitled[at]) - has[at] - aside[at]);
  }

  private void sumUp(double[] rows) {
    for (int node = tree.size - 1; node > ShareTree.CELL; node--) {
      for (int axis = 0; axis < axes.count; axis++) {
        rows[tree.parent[node] * axes.count + axis] += rows[node * axes.count + axis];
      }
    }
  }
}
