package dev.muster.core.master.share;

import java.util.Arrays;

/**
 * Progressive filling: all who demand more get more at the same time, until nobody can get any
 * more.
 *
 * <pre>
 *   cell         draws from its room         a job draws resources in the proportion of its demand,
 *    ▲           ▲                           at a rate that is measured by its dominant share: the
 *   queue        draws from its pot, else    largest part of the cell that it draws of a resource
 *    ▲           ▲           from above
 *   user         ▲                           siblings draw from above at rates in proportion to
 *    ▲           ▲                           their weights
 *   job ─────────┘
 * </pre>
 *
 * Each node has <i>room</i>, what may still be drawn at it, and a queue has a <i>pot</i>, what is
 * set aside for it and costs the queues above nothing. An event is that a job has what it demands,
 * that room is used up (whoever draws on it is frozen), or that a pot is.
 *
 * <p>Each node has a clock for those right below it: in one unit of its clock a child draws its
 * weight. What happens in one queue changes how fast the clocks above run, but not when, by these
 * clocks, the siblings have their next event. So an event costs a path through the tree, not the
 * tree.
 */
final class Filling {

  /** Part of the cell that counts as none. */
  static final double NOTHING = 1e-12;

  private final ShareTree tree;
  private final int axes;

  /** What a job draws of each resource for each unit of its dominant share. */
  private final double[] direction;

  /** The dominant share that a job demands, and has. */
  private final double[] demanded;

  private final double[] level;

  private final double[] room;
  private final double[] pot;

  /** Of each resource at a node: whether no room is left. */
  private final boolean[] full;

  /** And whether its pot is not used up. */
  private final boolean[] absorbs;

  private final double[] clock;

  /** What the clock above was when a node was last brought up to it. */
  private final double[] seen;

  /** How much of its dominant share a node gets for each unit of its own clock. */
  private final double[] pace;

  private final ChildTrees children;

  /** Of each user: the next job that is not served yet, and how many are served now. */
  private final int[] next;

  private final int[] served;

  Filling(ShareTree tree, int axes, double[] demand) {
    this.tree = tree;
    this.axes = axes;
    this.direction = new double[tree.size * axes];
    this.demanded = new double[tree.size];
    this.level = new double[tree.size];
    this.room = new double[tree.size * axes];
    this.pot = new double[tree.size * axes];
    this.full = new boolean[tree.size * axes];
    this.absorbs = new boolean[tree.size * axes];
    this.clock = new double[tree.size];
    this.seen = new double[tree.size];
    this.pace = new double[tree.size];
    this.children = new ChildTrees(tree, axes);
    this.next = new int[tree.firstJob];
    this.served = new int[tree.firstJob];
    for (int job = tree.firstJob; job < tree.size; job++) {
      for (int axis = 0; axis < axes; axis++) {
        demanded[job] = Math.max(demanded[job], demand[job * axes + axis]);
      }
      for (int axis = 0; axis < axes; axis++) {
        direction[job * axes + axis] =
            demanded[job] == 0 ? 0 : demand[job * axes + axis] / demanded[job];
      }
    }
  }

  /** What part of its demand a job has got: from 0 to 1. */
  double filled(int job) {
    return level[job] >= demanded[job] ? 1 : level[job] / demanded[job];
  }

  double drawn(int job, int axis) {
    return level[job] * direction[job * axes + axis];
  }

  /** What is left in the pot of a queue. */
  double pot(int queue, int axis) {
    return pot[queue * axes + axis];
  }

  void pot(int queue, int axis, double amount) {
    pot[queue * axes + axis] = amount;
  }

  /** Whether the room of a node was used up in the last filling. */
  boolean isFull(int node, int axis) {
    return full[node * axes + axis];
  }

  void room(int node, int axis, double amount) {
    room[node * axes + axis] = amount;
  }

  /** Goes on from what jobs have got so far, with the rooms and pots that were set. */
  void fill() {
    begin();
    int limit = tree.size * (2 * axes + 1); // each job is filled, each room and pot used up once
    for (int events = 0; children.leastKey(ShareTree.CELL) < ChildTrees.NEVER; events++) {
      if (events > limit) {
        throw new IllegalStateException("shares do not end: " + tree.size + " nodes");
      }
      step();
    }
  }

  private void begin() {
    children.clear();
    Arrays.fill(clock, 0);
    Arrays.fill(seen, 0);
    Arrays.fill(next, 0);
    Arrays.fill(served, 0);
    for (int at = 0; at < tree.firstJob * axes; at++) {
      full[at] = room[at] <= NOTHING;
      absorbs[at] = pot[at] > NOTHING;
    }
    for (int node = tree.firstJob - 1; node >= ShareTree.CELL; node--) {
      if (node >= tree.firstUser) {
        serveNext(node);
      } else {
        children.build(node);
      }
      refresh(node);
    }
  }

  private void step() {
    int node = ShareTree.CELL;
    draw(node, untilEvent(node));
    int due = due(node);
    while (due < 0) {
      node = children.leastChild(node);
      catchUp(node);
      if (tree.isJob(node)) {
        level[node] = demanded[node];
        end(node);
        node = tree.parent[node];
        break;
      }
      due = due(node);
    }
    if (due >= axes) {
      emptyPot(node, due - axes);
    } else if (due >= 0) {
      full[node * axes + due] = true;
      freeze(node, due);
    }
    for (int above = node; above != ShareTree.CELL; above = tree.parent[above]) {
      refresh(above);
    }
    refresh(ShareTree.CELL);
  }

  /** What comes next at this node: a room, a pot (counted from {@code axes} on), or -1: below. */
  private int due(int node) {
    int due = -1;
    double least = children.leastKey(node) - clock[node];
    for (int axis = 0; axis < axes; axis++) {
      int at = node * axes + axis;
      double rate = children.sumOfRates(node, axis);
      if (rate > 0 && room[at] / rate < least) {
        least = room[at] / rate;
        due = axis;
      }
      if (rate > 0 && absorbs[at] && pot[at] / rate < least) {
        least = pot[at] / rate;
        due = axes + axis;
      }
    }
    return due;
  }

  private double untilEvent(int node) {
    double until = children.leastKey(node) - clock[node];
    for (int axis = 0; axis < axes; axis++) {
      int at = node * axes + axis;
      double rate = children.sumOfRates(node, axis);
      if (rate > 0) {
        double most = absorbs[at] ? Math.min(pot[at], room[at]) : room[at];
        until = Math.min(until, most / rate);
      }
    }
    return Math.max(0, until);
  }

  /** Brings a node up to the clock above it. */
  private void catchUp(int node) {
    double passed = clock[tree.parent[node]] - seen[node];
    seen[node] = clock[tree.parent[node]];
    if (tree.isJob(node)) {
      level[node] += passed;
    } else {
      draw(node, passed * tree.weight[node] / pace[node]);
    }
  }

  private void draw(int node, double passed) {
    clock[node] += passed;
    for (int axis = 0; axis < axes; axis++) {
      int at = node * axes + axis;
      double drawn = passed * children.sumOfRates(node, axis);
      room[at] = Math.max(0, room[at] - drawn);
      pot[at] = absorbs[at] ? Math.max(0, pot[at] - drawn) : pot[at];
    }
  }

  /** After something has changed below: what the node draws, and when it has its next event. */
  private void refresh(int node) {
    double fromAbove = 0;
    double any = 0;
    for (int axis = 0; axis < axes; axis++) {
      double rate = children.sumOfRates(node, axis);
      any = Math.max(any, rate);
      fromAbove = absorbs[node * axes + axis] ? fromAbove : Math.max(fromAbove, rate);
    }
    pace[node] = fromAbove > 0 ? fromAbove : any > 0 ? any : 1;
    if (node == ShareTree.CELL) {
      return;
    }
    double factor = tree.weight[node] / pace[node];
    for (int axis = 0; axis < axes; axis++) {
      boolean free = absorbs[node * axes + axis];
      children.rate(node, axis, free ? 0 : factor * children.sumOfRates(node, axis));
    }
    boolean idle = children.leastKey(node) == ChildTrees.NEVER;
    children.key(node, idle ? ChildTrees.NEVER : seen[node] + untilEvent(node) / factor);
    children.changed(node);
  }

  /** What a queue draws from now on comes from above it. */
  private void emptyPot(int queue, int axis) {
    absorbs[queue * axes + axis] = false;
    if (isRefused(tree.parent[queue], axis)) {
      freeze(queue, axis);
    }
  }

  /** Whoever draws this resource at the node gets no more. */
  private void freeze(int node, int axis) {
    for (int at = tree.first[node]; at < tree.first[node] + tree.count[node]; at++) {
      int child = tree.child[at];
      if (children.rate(child, axis) > 0) {
        catchUp(child);
        if (tree.isJob(child)) {
          end(child);
        } else {
          freeze(child, axis);
          refresh(child);
        }
      }
    }
  }

  /** A job has what it demands, or as much of it as it can get. */
  private void end(int job) {
    for (int axis = 0; axis < axes; axis++) {
      children.rate(job, axis, 0);
    }
    children.key(job, ChildTrees.NEVER);
    children.changed(job);
    if (--served[tree.parent[job]] == 0) {
      serveNext(tree.parent[job]);
    }
  }

  /** The next job of the user that can get more, or all of the same priority. */
  private void serveNext(int user) {
    int end = tree.first[user] + tree.count[user];
    int at = tree.first[user] + next[user];
    while (at < end && served[user] == 0) {
      int priority = tree.need(tree.child[at]).priority();
      do {
        serve(tree.child[at++]);
      } while (tree.isFair(user) && at < end && tree.need(tree.child[at]).priority() == priority);
    }
    next[user] = at - tree.first[user];
  }

  private void serve(int job) {
    if (level[job] >= demanded[job] || isRefused(job)) {
      return;
    }
    int user = tree.parent[job];
    seen[job] = clock[user];
    for (int axis = 0; axis < axes; axis++) {
      children.rate(job, axis, direction[job * axes + axis]);
    }
    children.key(job, seen[job] + demanded[job] - level[job]);
    children.changed(job);
    served[user]++;
  }

  private boolean isRefused(int job) {
    for (int axis = 0; axis < axes; axis++) {
      if (direction[job * axes + axis] > 0 && isRefused(tree.parent[job], axis)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this resource can be drawn at the node no more. */
  private boolean isRefused(int from, int axis) {
    int node = from;
    while (!full[node * axes + axis] && !absorbs[node * axes + axis] && node != ShareTree.CELL) {
      node = tree.parent[node];
    }
    return full[node * axes + axis];
  }
}
