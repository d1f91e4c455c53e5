package dev.muster.core.master.share;

import dev.muster.core.master.share.ReclaimClock.Due;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What jobs must give back, so that queues that are below their guarantee reach it.
 *
 * <p>Taken is only what queues have borrowed: what they use beyond their guarantee and beyond their
 * share. So nothing is taken twice: who has given back may not start as much again while others
 * want it. A queue takes from its siblings first, then from those of the queue above. Those give
 * back first who have the largest part of what they use beyond their share: of jobs that are served
 * one after the other, these are the last.
 */
public final class Reclaim {

  private final Axes axes;
  private final ShareTree tree;
  private final FairShares shares;

  /** What each node uses, once all has happened that is decided so far. */
  private final long[] uses;

  /** What it may keep: its share, and what it uses by now of its guarantee. */
  private final long[] keeps;

  /** What it should have: as much of its guarantee as it has work for. */
  private final long[] due;

  private Reclaim(QueueTree queues, Resources cell, List<JobNeed> jobs, FairShares shares) {
    this.axes = new Axes(cell);
    this.tree = new ShareTree(queues, jobs);
    this.shares = shares;
    var amounts = new Amounts(axes, tree, cell);
    this.uses = amounts.uses;
    this.keeps = new long[tree.size * axes.count];
    this.due = new long[tree.size * axes.count];
    for (int job = tree.firstJob; job < tree.size; job++) {
      axes.write(shares.jobs().get(tree.row(job)).share(), keeps, job);
    }
    amounts.sumUp(keeps);
    for (int queue = 1; queue <= tree.queues; queue++) {
      var standing = shares.queues().get(queue - 1);
      axes.write(standing.guarantee().min(standing.uses()).max(standing.share()), keeps, queue);
    }
  }

  /**
   * No more than what the queues lack that idle resources do not make up for.
   *
   * @param shares as computed from the same
   */
  public static List<GiveBack> of(
      QueueTree queues, Resources cell, List<JobNeed> jobs, FairShares shares, Due due) {
    if (due.isNobody()) {
      return List.of();
    }
    var reclaim = new Reclaim(queues, cell, jobs, shares);
    var before = reclaim.uses.clone();
    reclaim.note(due);
    for (int queue = 1; queue <= reclaim.tree.queues; queue++) {
      boolean isLate = due.late().contains(reclaim.tree.spec(queue).path());
      for (int axis = 0; axis < reclaim.axes.count; axis++) {
        reclaim.useWhatComes(queue, axis, isLate);
        reclaim.takeFromOthers(queue, axis);
      }
    }
    return reclaim.givenBack(before);
  }

  private void note(Due now) {
    for (int queue = 1; queue <= tree.queues; queue++) {
      var standing = shares.queues().get(queue - 1);
      if (now.queues().contains(standing.path())) {
        var within = standing.share().min(standing.guarantee());
        axes.write(standing.isBelowGuarantee() ? within : Resources.NONE, due, queue);
      }
    }
  }

  /** What comes to the queues above is for those below them too; to the cell comes what is idle. */
  private void useWhatComes(int queue, int axis, boolean isLate) {
    for (int node = tree.parent[queue]; missing(queue, axis) > 0; node = tree.parent[node]) {
      if (node != ShareTree.CELL || !isLate) {
        rise(queue, node, axis, Math.min(missing(queue, axis), comes(node, axis)));
      }
      if (node == ShareTree.CELL) {
        return;
      }
    }
  }

  private long comes(int node, int axis) {
    long comes = node == ShareTree.CELL ? axes.cell(axis) : uses[at(node, axis)];
    for (int at = tree.first[node]; at < tree.first[node] + tree.count[node]; at++) {
      comes -= uses[at(tree.child[at], axis)];
    }
    return Math.max(0, comes);
  }

  /** From the siblings of the queue, then from those of the queue above, up to the root's. */
  private void takeFromOthers(int queue, int axis) {
    for (int node = queue; node != ShareTree.CELL; node = tree.parent[node]) {
      int above = tree.parent[node];
      rise(queue, above, axis, takeBelow(above, node, axis, missing(queue, axis)));
    }
  }

  /** The queue, and those above it but for the one that the amount comes from, will use more. */
  private void rise(int queue, int from, int axis, long more) {
    for (int node = queue; node != from; node = tree.parent[node]) {
      uses[at(node, axis)] += more;
    }
  }

  private long missing(int queue, int axis) {
    return Math.max(0, due[at(queue, axis)] - uses[at(queue, axis)]);
  }

  /** From those right below but one, who has borrowed the largest part of what it uses first. */
  private long takeBelow(int node, int but, int axis, long wanted) {
    if (wanted == 0) {
      return 0;
    }
    List<Integer> lenders = new ArrayList<>();
    addLenders(node, but, axis, lenders);
    lenders.sort(
        Comparator.<Integer>comparingDouble(each -> -borrowedPart(each, axis))
            .thenComparingInt(each -> tree.isJob(each) ? tree.need(each).priority() : 0)
            .thenComparingLong(each -> tree.isJob(each) ? -tree.need(each).job() : each));
    long left = wanted;
    for (int each : lenders) {
      long most = Math.min(left, over(each, axis));
      long taken = tree.isJob(each) ? most : takeBelow(each, each, axis, most);
      uses[at(each, axis)] -= taken;
      left -= taken;
    }
    return wanted - left;
  }

  /** Of a leaf its jobs, whichever their users: users are equal. */
  private void addLenders(int node, int but, int axis, List<Integer> found) {
    for (int at = tree.first[node]; at < tree.first[node] + tree.count[node]; at++) {
      int child = tree.child[at];
      if (!tree.isQueue(child) && !tree.isJob(child)) {
        addLenders(child, but, axis, found);
      } else if (child != but && over(child, axis) > 0) {
        found.add(child);
      }
    }
  }

  private long over(int node, int axis) {
    return Math.max(0, uses[at(node, axis)] - keeps[at(node, axis)]);
  }

  private double borrowedPart(int node, int axis) {
    return over(node, axis) / (double) uses[at(node, axis)];
  }

  private List<GiveBack> givenBack(long[] before) {
    List<GiveBack> all = new ArrayList<>();
    var taken = new long[axes.count];
    for (int job = tree.firstJob; job < tree.size; job++) {
      boolean any = false;
      for (int axis = 0; axis < axes.count; axis++) {
        taken[axis] = before[at(job, axis)] - uses[at(job, axis)];
        any |= taken[axis] > 0;
      }
      if (any) {
        all.add(new GiveBack(tree.need(job).job(), axes.read(taken, 0), axes.read(uses, job)));
      }
    }
    return all;
  }

  private int at(int node, int axis) {
    return node * axes.count + axis;
  }
}
