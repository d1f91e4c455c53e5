package dev.muster.core.plan;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Which nodes the tasks of a stage prefer, in flat arrays that never change.
 *
 * <p>A wish is one node of one task; the wishes of a task have consecutive numbers, in the order of
 * the nodes. A place is the position of a node among all that some task wishes for.
 */
final class Wishes {

  private final int[] firstOf;
  private final int[] taskOf;
  private final int[] placeOf;
  private final int[] nodes;

  Wishes(List<List<Integer>> prefer) {
    this.firstOf = new int[prefer.size() + 1];
    var distinct = new TreeSet<Integer>();
    for (int task = 0; task < prefer.size(); task++) {
      firstOf[task + 1] = firstOf[task] + prefer.get(task).size();
      distinct.addAll(prefer.get(task));
    }
    this.nodes = distinct.stream().mapToInt(Integer::intValue).toArray();
    this.taskOf = new int[firstOf[prefer.size()]];
    this.placeOf = new int[taskOf.length];
    for (int task = 0; task < prefer.size(); task++) {
      fill(task, prefer.get(task));
    }
  }

  private void fill(int task, List<Integer> preferred) {
    int wish = firstOf[task];
    for (int node : preferred) {
      taskOf[wish] = task;
      placeOf[wish] = place(node);
      wish++;
    }
    Arrays.sort(placeOf, firstOf[task], wish);
  }

  int tasks() {
    return firstOf.length - 1;
  }

  int places() {
    return nodes.length;
  }

  int count() {
    return taskOf.length;
  }

  /** The wishes of a task are from here to before {@link #end}. */
  int first(int task) {
    return firstOf[task];
  }

  int end(int task) {
    return firstOf[task + 1];
  }

  int task(int wish) {
    return taskOf[wish];
  }

  int place(int node) {
    return Arrays.binarySearch(nodes, node);
  }

  int placeOf(int wish) {
    return placeOf[wish];
  }

  int node(int wish) {
    return nodes[placeOf[wish]];
  }

  /** The wish of this task for this node, which is one of its own. */
  int find(int task, int node) {
    return Arrays.binarySearch(placeOf, firstOf[task], firstOf[task + 1], place(node));
  }
}
