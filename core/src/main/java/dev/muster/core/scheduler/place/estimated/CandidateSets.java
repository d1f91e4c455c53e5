package dev.muster.core.scheduler.place.estimated;

import java.util.Arrays;

/**
 * The candidates of the tasks of one batch: nodes, and the estimated completion time of the task on
 * each. Filled again for every batch without allocating anything.
 *
 * <p>The candidates of a task are a heap of their own, in flat arrays. A matcher takes them out one
 * by one, the earliest completion first; of equal ones the lower node:
 *
 * <pre>
 *   first of task          first + remaining                 first + size
 *        │ not considered yet: │ current candidate, │ candidates before it │
 *        │ a heap, best first  │                    │                      │
 * </pre>
 *
 * <p>Most tasks get their first candidate: to sort all of them would be work for nothing.
 */
public final class CandidateSets {

  private final int maxTasks;
  private final int maxCandidates;
  private final int[] nodes;
  private final long[] completionsNs;
  private final int[] sizes;
  private final int[] remaining;
  private int tasks;
  private int nodeBound;
  private long comparisons;

  /**
   * @param maxCandidates of each task
   */
  public CandidateSets(int maxTasks, int maxCandidates) {
    this.maxTasks = maxTasks;
    this.maxCandidates = maxCandidates;
    this.nodes = new int[Math.multiplyExact(maxTasks, maxCandidates)];
    this.completionsNs = new long[nodes.length];
    this.sizes = new int[maxTasks];
    this.remaining = new int[maxTasks];
  }

  /** Begins a new batch. */
  public void clear() {
    Arrays.fill(sizes, 0, tasks, 0);
    tasks = 0;
    nodeBound = 0;
  }

  public boolean isFull() {
    return tasks == maxTasks;
  }

  /**
   * Adds a task without candidates; those that are added next are its own.
   *
   * @return its index in the batch
   */
  public int addTask() {
    if (isFull()) {
      throw new IllegalStateException("a batch has at most " + maxTasks + " tasks");
    }
    return tasks++;
  }

  /**
   * Adds a candidate of the last task. A node is a candidate of a task once at most.
   *
   * @return whether there was room for it
   */
  public boolean add(int node, long completionNs) {
    assert node >= 0 && completionNs >= 0 : node + " " + completionNs;
    int task = tasks - 1;
    assert !isCandidate(task, node) : "node " + node + " twice";
    if (sizes[task] == maxCandidates) {
      return false;
    }
    int at = task * maxCandidates + sizes[task]++;
    nodes[at] = node;
    completionsNs[at] = completionNs;
    nodeBound = Math.max(nodeBound, node + 1);
    return true;
  }

  private boolean isCandidate(int task, int node) {
    for (int number = 0; number < sizes[task]; number++) {
      if (node(task, number) == node) {
        return true;
      }
    }
    return false;
  }

  public int tasks() {
    return tasks;
  }

  /** How many candidates the task has. */
  public int size(int task) {
    return sizes[task];
  }

  /**
   * @param number of the candidate, below {@link #size}; matchers number candidates anew
   */
  public int node(int task, int number) {
    return nodes[task * maxCandidates + number];
  }

  public long completionNs(int task, int number) {
    return completionsNs[task * maxCandidates + number];
  }

  /** Every node of the batch is below this. */
  public int nodeBound() {
    return nodeBound;
  }

  /** Begins with the candidates of all tasks from the best. */
  void restart() {
    comparisons = 0;
    for (int task = 0; task < tasks; task++) {
      remaining[task] = sizes[task];
      for (int parent = sizes[task] / 2 - 1; parent >= 0; parent--) {
        sink(task * maxCandidates, parent, sizes[task]);
      }
    }
  }

  boolean hasNext(int task) {
    return remaining[task] > 0;
  }

  /** The best candidate that remains is the current one of the task from now on. */
  void next(int task) {
    int first = task * maxCandidates;
    int last = --remaining[task];
    swap(first, first + last);
    sink(first, 0, last);
  }

  int currentNode(int task) {
    return nodes[task * maxCandidates + remaining[task]];
  }

  long currentNs(int task) {
    return completionsNs[task * maxCandidates + remaining[task]];
  }

  /** How much sooner the task is done on its current candidate than on the next best. */
  long savingNs(int task) {
    return hasNext(task)
        ? completionsNs[task * maxCandidates] - currentNs(task)
        : Long.MAX_VALUE; // what else could it take?
  }

  /** How often two candidates of a task were compared since the restart. */
  long comparisons() {
    return comparisons;
  }

  private void sink(int first, int from, int size) {
    int parent = from;
    for (int child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
      if (child + 1 < size && isBetter(first + child + 1, first + child)) {
        child++;
      }
      if (!isBetter(first + child, first + parent)) {
        return;
      }
      swap(first + child, first + parent);
      parent = child;
    }
  }

  private boolean isBetter(int one, int other) {
    comparisons++;
    return completionsNs[one] < completionsNs[other]
        || (completionsNs[one] == completionsNs[other] && nodes[one] < nodes[other]);
  }

  private void swap(int one, int other) {
    int node = nodes[one];
    nodes[one] = nodes[other];
    nodes[other] = node;
    long completionNs = completionsNs[one];
    completionsNs[one] = completionsNs[other];
    completionsNs[other] = completionNs;
  }
}
