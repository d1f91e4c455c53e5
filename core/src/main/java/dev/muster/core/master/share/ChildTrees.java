package dev.muster.core.master.share;

import java.util.Arrays;

/**
 * For each node a binary tree over the nodes right below it: whose key is the least, and the sums
 * of their rates. A change costs the logarithm of the number of siblings.
 *
 * <pre>
 *   of k children:  [1] all   [2] [3] halves   …   [k] … [2k - 1] the children
 * </pre>
 */
final class ChildTrees {

  /** The key of what is out of the race. */
  static final double NEVER = Double.POSITIVE_INFINITY;

  private final ShareTree tree;
  private final int axes;
  private final double[] keys;
  private final double[] rates;

  ChildTrees(ShareTree tree, int axes) {
    this.tree = tree;
    this.axes = axes;
    this.keys = new double[2 * tree.size];
    this.rates = new double[2 * tree.size * axes];
    Arrays.fill(keys, NEVER);
  }

  void clear() {
    Arrays.fill(keys, NEVER);
    Arrays.fill(rates, 0);
  }

  /** To be followed by {@link #changed}, or by {@link #build} of the node above. */
  void key(int node, double key) {
    keys[at(node)] = key;
  }

  void rate(int node, int axis, double rate) {
    rates[at(node) * axes + axis] = rate;
  }

  double rate(int node, int axis) {
    return rates[at(node) * axes + axis];
  }

  /** The key or the rates of a node have changed. */
  void changed(int node) {
    int base = base(tree.parent[node]);
    for (int at = (at(node) - base) / 2; at > 0; at /= 2) {
      combine(base, at);
    }
  }

  /** After changes of many nodes right below this one. */
  void build(int node) {
    for (int at = tree.count[node] - 1; at > 0; at--) {
      combine(base(node), at);
    }
  }

  /** {@link #NEVER} if nobody below is in the race. */
  double leastKey(int node) {
    return tree.count[node] == 0 ? NEVER : keys[base(node) + 1];
  }

  /** The first of those with the least key. */
  int leastChild(int node) {
    int base = base(node);
    int at = 1;
    while (at < tree.count[node]) {
      at = keys[base + 2 * at] == keys[base + at] ? 2 * at : 2 * at + 1;
    }
    return tree.child[tree.first[node] + at - tree.count[node]];
  }

  /** Of all right below. */
  double sumOfRates(int node, int axis) {
    return tree.count[node] == 0 ? 0 : rates[(base(node) + 1) * axes + axis];
  }

  private void combine(int base, int at) {
    int left = base + 2 * at;
    keys[base + at] = Math.min(keys[left], keys[left + 1]);
    for (int axis = 0; axis < axes; axis++) {
      rates[(base + at) * axes + axis] =
          rates[left * axes + axis] + rates[(left + 1) * axes + axis];
    }
  }

  private int at(int node) {
    int parent = tree.parent[node];
    return base(parent) + tree.count[parent] + tree.slot[node];
  }

  private int base(int node) {
    return 2 * tree.first[node];
  }
}
