package dev.muster.core.monitor;

import java.util.Arrays;

/** Nodes in the order of what happened to them last, so that all after a sequence are found. */
final class NodeSequence {

  static final int NONE = -1;

  private int[] before = {};
  private int[] behind = {};

  /** Of what happened last; 0 for a node that is not here. */
  private long[] sequences = {};

  private int first = NONE;
  private int last = NONE;

  long of(int node) {
    return node < sequences.length ? sequences[node] : 0;
  }

  /** Something happened to a node, after all else. */
  void add(int node, long sequence) {
    grow(node);
    remove(node);
    sequences[node] = sequence;
    before[node] = last;
    behind[node] = NONE;
    if (last == NONE) {
      first = node;
    } else {
      behind[last] = node;
    }
    last = node;
  }

  void remove(int node) {
    if (of(node) == 0) {
      return;
    }
    sequences[node] = 0;
    if (before[node] == NONE) {
      first = behind[node];
    } else {
      behind[before[node]] = behind[node];
    }
    if (behind[node] == NONE) {
      last = before[node];
    } else {
      before[behind[node]] = before[node];
    }
  }

  /** The first node after a sequence, or {@link #NONE}; takes as long as there are such nodes. */
  int firstAfter(long sequence) {
    if (sequence == 0) {
      return first;
    }
    int found = NONE;
    for (int node = last; node != NONE && sequences[node] > sequence; node = before[node]) {
      found = node;
    }
    return found;
  }

  int next(int node) {
    return behind[node];
  }

  private void grow(int node) {
    if (node >= sequences.length) {
      int length = Math.max(node + 1, sequences.length * 2);
      before = Arrays.copyOf(before, length);
      behind = Arrays.copyOf(behind, length);
      sequences = Arrays.copyOf(sequences, length);
    }
  }
}
