package dev.muster.core.master.share;

/**
 * Rounds what jobs get to whole tasks, so that of eight jobs that share four cores four run a task
 * rather than none.
 *
 * <p>Each job has first the whole tasks of its part, but one. Then the queue that has least of its
 * part, in it the user, and of the user the job, gets the next task, until nobody's next task fits.
 * Half of the next task counts in the comparison, so that sums are as near to the parts as can be
 * (the method of Webster). A job whose tasks are of unlike sizes is rounded by the part of its
 * demand that its next task is.
 */
final class WholeTasks {

  /** Tasks dealt out one by one; what is left over after so many waits for the next computation. */
  static final int MAX_DEALT = 100_000;

  /** Of those who have no part: they get what nobody else can use. */
  private static final double LAST = Double.MAX_VALUE;

  private final Axes axes;
  private final ShareTree tree;
  private final Amounts amounts;

  /** The most that each node may get, and what it gets, with all below it. */
  private final long[] most;

  private final long[] shares;

  /** The part of its demand that the next task of a job is, and how many of these it has. */
  private final double[] step;

  private final int[] steps;

  /** Dominant shares: the part of a node, what it has of that, and the next task below it. */
  private final double[] part;

  private final double[] dealt;
  private final double[] next;

  private final ChildTrees least;

  WholeTasks(Axes axes, ShareTree tree, Amounts amounts, FractionalShares sharing, long[] most) {
    this.axes = axes;
    this.tree = tree;
    this.amounts = amounts;
    this.most = most;
    this.shares = new long[tree.size * axes.count];
    this.step = new double[tree.size];
    this.steps = new int[tree.size];
    this.part = new double[tree.size];
    this.dealt = new double[tree.size];
    this.next = new double[tree.size];
    this.least = new ChildTrees(tree, 0);
    var task = new long[axes.count];
    for (int job = tree.firstJob; job < tree.size; job++) {
      axes.write(tree.need(job).task(), task, 0);
      begin(job, sharing.filled(job), task);
    }
  }

  /** A row of amounts for each node. */
  long[] deal() {
    sumUp();
    for (int tasks = 0; tasks < MAX_DEALT && isAnybodyLeft(); tasks++) {
      int job = ShareTree.CELL;
      while (!tree.isJob(job)) {
        job = least.leastChild(job);
      }
      dealTo(job);
    }
    return shares;
  }

  private void begin(int job, double filled, long[] task) {
    double dominant = 0;
    for (int axis = 0; axis < axes.count; axis++) {
      int at = job * axes.count + axis;
      dominant = Math.max(dominant, amounts.demandPart[at]);
      double tasks = amounts.demand[at] == 0 ? 0 : task[axis] / (double) amounts.demand[at];
      step[job] = Math.max(step[job], Math.min(1, tasks));
    }
    boolean isExact = filled == 1 || step[job] == 0;
    steps[job] = isExact ? 0 : Math.max(0, (int) Math.floor(filled / step[job] + 1e-9) - 1);
    for (int axis = 0; axis < axes.count; axis++) {
      shares[job * axes.count + axis] = share(job, axis, isExact ? filled : filled(job));
    }
    part[job] = filled * dominant;
    dealt[job] = (isExact ? filled : filled(job)) * dominant;
    next[job] = step[job] * dominant;
    least.key(job, isExact ? ChildTrees.NEVER : key(job));
  }

  private void sumUp() {
    amounts.sumUp(shares);
    for (int node = tree.size - 1; node > ShareTree.CELL; node--) {
      if (!tree.isJob(node)) {
        least.build(node);
        rank(node);
      }
      part[tree.parent[node]] += part[node];
      dealt[tree.parent[node]] += dealt[node];
    }
    least.build(ShareTree.CELL);
  }

  private boolean isAnybodyLeft() {
    return least.leastKey(ShareTree.CELL) < ChildTrees.NEVER;
  }

  private void dealTo(int job) {
    boolean fits = fits(job);
    if (fits) {
      give(job);
    } else if (hasNothing(job)) {
      giveOneAlone(job);
    }
    least.key(job, fits && filled(job) < 1 ? key(job) : ChildTrees.NEVER);
    least.changed(job);
    for (int node = tree.parent[job]; node != ShareTree.CELL; node = tree.parent[node]) {
      rank(node);
      least.changed(node);
    }
  }

  private boolean hasNothing(int job) {
    boolean any = false;
    for (int axis = 0; axis < axes.count; axis++) {
      int at = job * axes.count + axis;
      any |= shares[at] > 0 || amounts.uses[at] > 0;
    }
    return !any;
  }

  /**
   * A job whose tasks need resources in another proportion than they have together, and that cannot
   * have that much of all, gets what one of them needs: else it would never begin.
   */
  private void giveOneAlone(int job) {
    var task = new long[axes.count];
    axes.write(tree.need(job).task(), task, 0);
    boolean isWanted = true;
    for (int axis = 0; axis < axes.count; axis++) {
      isWanted &= task[axis] <= amounts.demand[job * axes.count + axis];
    }
    if (isWanted && fits(job, task)) {
      give(job, task);
    }
  }

  private boolean fits(int job) {
    return fits(job, nextTask(job));
  }

  private long[] nextTask(int job) {
    var task = new long[axes.count];
    for (int axis = 0; axis < axes.count; axis++) {
      task[axis] = more(job, axis);
    }
    return task;
  }

  private boolean fits(int job, long[] task) {
    for (int axis = 0; axis < axes.count; axis++) {
      long more = task[axis];
      for (int node = job; node != ShareTree.CELL && more > 0; node = tree.parent[node]) {
        int above = tree.parent[node] * axes.count + axis;
        if (more > most[above] - shares[above]) {
          return false;
        }
      }
    }
    return true;
  }

  private void give(int job) {
    give(job, nextTask(job));
    steps[job]++;
    for (int node = job; node != ShareTree.CELL; node = tree.parent[node]) {
      dealt[node] += next[job];
    }
  }

  private void give(int job, long[] task) {
    for (int axis = 0; axis < axes.count; axis++) {
      shares[axis] += task[axis];
      for (int node = job; node != ShareTree.CELL; node = tree.parent[node]) {
        shares[node * axes.count + axis] += task[axis];
      }
    }
  }

  private long more(int job, int axis) {
    double after = Math.min(1, (steps[job] + 1) * step[job]);
    return share(job, axis, after) - shares[job * axes.count + axis];
  }

  private double filled(int job) {
    return Math.min(1, steps[job] * step[job]);
  }

  private long share(int job, int axis, double filled) {
    long demand = amounts.demand[job * axes.count + axis];
    return filled == 1 ? demand : Axes.whole(filled * demand);
  }

  private void rank(int node) {
    if (least.leastKey(node) == ChildTrees.NEVER) {
      least.key(node, ChildTrees.NEVER);
    } else {
      next[node] = next[least.leastChild(node)];
      least.key(node, key(node));
    }
  }

  private double key(int node) {
    return part[node] == 0 ? LAST : (dealt[node] + next[node] / 2) / part[node];
  }
}
