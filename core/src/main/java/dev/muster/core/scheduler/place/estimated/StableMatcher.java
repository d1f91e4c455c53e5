package dev.muster.core.scheduler.place.estimated;

import java.util.Arrays;

/**
 * Matches the tasks of a batch with nodes, at most one task to a node, by deferred acceptance (Gale
 * and Shapley): the matching is stable.
 *
 * <p>In each iteration every task without a node proposes to the best candidate to which it has not
 * proposed yet. A node to which several propose takes the task that saves most by it, against the
 * next best candidate of that task; of those that save as much the one that is done last, because
 * every other node would make it later still; then the one with the lower index. The node keeps
 * that task until one comes that it would rather take. Where iterations end the matching early,
 * tasks that were rejected last have no node: they wait for the next batch.
 *
 * <pre>
 *   T1, T2 ──► A    A takes T1        T2 ──► C    C takes T2
 *   T3 ──────► B    B takes T3
 *        iteration 1                   iteration 2
 * </pre>
 *
 * <p>The paper's nodes never change their minds; then a task that lost its first choice cannot get
 * a node that somebody took in the same iteration, however much more it would save there. What a
 * proposal costs is the same.
 */
public final class StableMatcher {

  /** In place of a node: the task has none. */
  public static final int NONE = -1;

  /** Tasks that are still without a node are left for the next batch. */
  public static final int MAX_ITERATIONS = 10;

  private final int maxIterations;

  /** By node; {@link #NONE} for all of them between two matchings. */
  private int[] takenTasks = {};

  /** By task, from here on. */
  private int[] matchedNodes = {};

  private long[] completionsNs = {};
  private long[] savingsNs = {};

  /** Tasks that propose in this iteration, then those that do in the next. */
  private int[] proposing = {};

  private int iterations;
  private long steps;

  public StableMatcher(int maxIterations) {
    if (maxIterations < 1) {
      throw new IllegalArgumentException("without an iteration nobody proposes");
    }
    this.maxIterations = maxIterations;
  }

  public void match(CandidateSets sets) {
    int proposals = prepare(sets);
    steps = 0;
    for (iterations = 0; proposals > 0 && iterations < maxIterations; iterations++) {
      steps += proposals;
      proposals = iterate(sets, proposals);
    }
    steps += sets.comparisons();
    settle(sets);
  }

  /** How many tasks have candidates: all of them propose. */
  private int prepare(CandidateSets sets) {
    int tasks = sets.tasks();
    if (matchedNodes.length < tasks) {
      matchedNodes = new int[tasks];
      completionsNs = new long[tasks];
      savingsNs = new long[tasks];
      proposing = new int[tasks];
    }
    int known = takenTasks.length;
    if (known < sets.nodeBound()) {
      takenTasks = Arrays.copyOf(takenTasks, Math.max(sets.nodeBound(), known * 2));
      Arrays.fill(takenTasks, known, takenTasks.length, NONE);
    }
    sets.restart();
    int count = 0;
    for (int task = 0; task < tasks; task++) {
      if (sets.hasNext(task)) {
        proposing[count++] = task;
      }
    }
    return count;
  }

  /** How many tasks are rejected and have somewhere else to go. */
  private int iterate(CandidateSets sets, int proposals) {
    int again = 0;
    for (int at = 0; at < proposals; at++) {
      int rejected = propose(sets, proposing[at]);
      if (rejected != NONE && sets.hasNext(rejected)) {
        proposing[again++] = rejected;
      }
    }
    return again;
  }

  /** Which task the node rejects: this one, that which the node had, or none. */
  private int propose(CandidateSets sets, int task) {
    sets.next(task);
    savingsNs[task] = sets.savingNs(task);
    int node = sets.currentNode(task);
    int taken = takenTasks[node];
    if (taken != NONE && !isPreferred(sets, task, taken)) {
      return task;
    }
    takenTasks[node] = task;
    return taken;
  }

  /** Whether the node to which both propose takes the one rather than the other. */
  private boolean isPreferred(CandidateSets sets, int one, int other) {
    if (savingsNs[one] != savingsNs[other]) {
      return savingsNs[one] > savingsNs[other];
    }
    if (sets.currentNs(one) != sets.currentNs(other)) {
      return sets.currentNs(one) > sets.currentNs(other);
    }
    return one < other;
  }

  private void settle(CandidateSets sets) {
    for (int task = 0; task < sets.tasks(); task++) {
      matchedNodes[task] = NONE;
      if (sets.size(task) > 0 && takenTasks[sets.currentNode(task)] == task) {
        matchedNodes[task] = sets.currentNode(task);
        completionsNs[task] = sets.currentNs(task);
      }
    }
    for (int task = 0; task < sets.tasks(); task++) {
      if (matchedNodes[task] != NONE) {
        takenTasks[matchedNodes[task]] = NONE;
      }
    }
  }

  /** The node of a task; {@link #NONE} where it has none. */
  public int node(int task) {
    return matchedNodes[task];
  }

  /** The quality of a match: when the task would be done on its node. */
  public long completionNs(int task) {
    assert matchedNodes[task] != NONE : task;
    return completionsNs[task];
  }

  /** How many the last matching took. */
  public int iterations() {
    return iterations;
  }

  /** The work of the last matching: proposals, and comparisons of candidates. */
  public long steps() {
    return steps;
  }
}
