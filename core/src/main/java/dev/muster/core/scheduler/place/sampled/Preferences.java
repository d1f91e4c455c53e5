package dev.muster.core.scheduler.place.sampled;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Which nodes the tasks of a stage prefer, in flat arrays that never change.
 *
 * <p>A preference is one node of one task; the preferences of a task have consecutive numbers, in
 * the order of the nodes. A place is the position of a node among all that some task prefers.
 */
final class Preferences {

  private final int[] firstOf;
  private final int[] taskOf;
  private final int[] placeOf;
  private final int[] nodes;

  Preferences(List<List<Integer>> prefer) {
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
    int preference = firstOf[task];
    for (int node : preferred) {
      taskOf[preference] = task;
      placeOf[preference] = place(node);
      preference++;
    }
    Arrays.sort(placeOf, firstOf[task], preference);
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

  /** The preferences of a task are from here to before {@link #end}. */
  int first(int task) {
    return firstOf[task];
  }

  int end(int task) {
    return firstOf[task + 1];
  }

  int task(int preference) {
    return taskOf[preference];
  }

  int place(int node) {
    return Arrays.binarySearch(nodes, node);
  }

  int placeOf(int preference) {
    return placeOf[preference];
  }

  int node(int preference) {
    return nodes[placeOf[preference]];
  }

  /** The preference of this task for this node, which is one of its own. */
  int find(int task, int node) {
    return Arrays.binarySearch(placeOf, firstOf[task], firstOf[task + 1], place(node));
  }
}
