package dev.muster.core.master.share;

import dev.muster.core.actor.flat.IntList;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user may have at most in a queue that has others below it: divided among the leaves where
 * the user has jobs, in equal parts as far as they demand it.
 */
final class UserAllotments {

  /**
   * The limit of one user.
   *
   * @param most of each resource, as a part of the cell
   * @param users the nodes of the user
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Allotment(double[] most, int[] users) {}

  private final Axes axes;
  private final ShareTree tree;
  private final List<Allotment> allotments = new ArrayList<>();

  UserAllotments(Axes axes, ShareTree tree, Resources cell) {
    this.axes = axes;
    this.tree = tree;
    for (int node = 1; node < tree.firstUser; node++) {
      var ofUser = tree.spec(node).limits().ofUser().most();
      if (!tree.isLeaf(node) && !ofUser.isNone()) {
        add(node, parts(ofUser.atMost(cell)));
      }
    }
  }

  boolean any() {
    return !allotments.isEmpty();
  }

  private double[] parts(Resources most) {
    var amounts = new long[axes.count];
    axes.write(most, amounts, 0);
    var parts = new double[axes.count];
    for (int axis = 0; axis < axes.count; axis++) {
      parts[axis] = axes.limit(amounts[axis], axis);
    }
    return parts;
  }

  private void add(int queue, double[] most) {
    Map<String, IntList> byName = new LinkedHashMap<>();
    for (int user = tree.firstUser; user < tree.firstJob; user++) {
      if (isBelow(user, queue)) {
        byName.computeIfAbsent(tree.user(user), _ -> new IntList()).add(user);
      }
    }
    byName.values().forEach(users -> allotments.add(new Allotment(most, users.toArray())));
  }

  private boolean isBelow(int node, int queue) {
    int above = node;
    while (above > queue) {
      above = tree.parent[above];
    }
    return above == queue;
  }

  /**
   * Limits what users may get further.
   *
   * @param room of each node; may become less for users
   * @param has what each node has got so far
   * @param demand of each node
   * @param open whether a user can use more in the queue, for all that is known
   */
  void limit(double[] room, double[] has, double[] demand, boolean[] open) {
    for (var allotment : allotments) {
      for (int axis = 0; axis < axes.count; axis++) {
        if (!Double.isInfinite(allotment.most[axis])) {
          divide(allotment, axis, room, has, demand, open);
        }
      }
    }
  }

  private void divide(
      Allotment allotment, int axis, double[] room, double[] has, double[] demand, boolean[] open) {
    double left = allotment.most[axis];
    for (int user : allotment.users) {
      left -= has[user * axes.count + axis];
    }
    var wanted = new double[allotment.users.length];
    for (int at = 0; at < wanted.length; at++) {
      int row = allotment.users[at] * axes.count + axis;
      double more = Math.min(room[row], demand[row] - has[row]);
      wanted[at] = open[row] ? Math.max(0, more) : 0;
    }
    double spare = left - Arrays.stream(wanted).sum();
    double level = spare < 0 ? level(wanted, Math.max(0, left)) : Double.POSITIVE_INFINITY;
    for (int at = 0; at < wanted.length; at++) {
      int row = allotment.users[at] * axes.count + axis;
      double part = Math.min(level, wanted[at]) + Math.max(0, spare) / wanted.length;
      room[row] = Math.min(room[row], part);
    }
  }

  /** So that what each wants, but no more than the level, adds up to what there is. */
  private static double level(double[] wanted, double amount) {
    var rising = wanted.clone();
    Arrays.sort(rising);
    double left = amount;
    int at = 0;
    while (at < rising.length - 1 && rising[at] <= left / (rising.length - at)) {
      left -= rising[at++];
    }
    return left / (rising.length - at);
  }
}
