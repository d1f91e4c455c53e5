package dev.muster.sim.compare.match;

import static dev.muster.core.scheduler.place.estimated.StableMatcher.NONE;

import dev.muster.core.scheduler.place.estimated.CandidateSets;
import java.util.Arrays;

/**
 * Exact matchers: tasks are added one by one, each along the best augmenting path, on which tasks
 * that have nodes already move to others.
 *
 * <pre>
 *   task ──► node, taken by ──► a task ──► another node, …  ──► a node that nobody has
 * </pre>
 *
 * <p>What makes a path the best is what is optimised. For the least total that is the Hungarian
 * algorithm: potentials of tasks and nodes keep what an edge costs from falling below 0, so that
 * the cheapest path is found as by Dijkstra. For the least makespan, the best path is the one whose
 * latest completion is the earliest. Each task also has a place of its own that is no node, at a
 * cost above all that nodes could save: as many tasks as can be have a node.
 */
public final class AugmentingPaths {

  /** What is optimised. */
  private enum Goal {
    TOTAL,
    MAKESPAN
  }

  private static final long FORBIDDEN = -1;

  private final Goal goal;
  private final int nodes;

  /** By task and place: nodes, then the place of each task that is none. */
  private final long[][] costs;

  /** By place, from here on. */
  private final int[] holders;

  private final long[] placePotentials;
  private final long[] lengths;
  private final int[] previousPlaces;
  private final boolean[] reached;

  private final long[] taskPotentials;

  private AugmentingPaths(CandidateSets sets, Goal goal) {
    this.goal = goal;
    this.nodes = sets.nodeBound();
    this.costs = costs(sets);
    int places = nodes + sets.tasks();
    this.holders = new int[places];
    Arrays.fill(holders, NONE);
    this.placePotentials = new long[places];
    this.lengths = new long[places];
    this.previousPlaces = new int[places];
    this.reached = new boolean[places];
    this.taskPotentials = new long[sets.tasks()];
  }

  /** The least sum of completion times. */
  public static BatchMatcher leastTotal() {
    return sets -> new AugmentingPaths(sets, Goal.TOTAL).match();
  }

  /** The least time until the last task is done. */
  public static BatchMatcher leastMakespan() {
    return sets -> new AugmentingPaths(sets, Goal.MAKESPAN).match();
  }

  private static long[][] costs(CandidateSets sets) {
    int tasks = sets.tasks();
    var costs = new long[tasks][sets.nodeBound() + tasks];
    long above = 1;
    for (int task = 0; task < tasks; task++) {
      Arrays.fill(costs[task], FORBIDDEN);
      long worst = 0;
      for (int number = 0; number < sets.size(task); number++) {
        long completionNs = sets.completionNs(task, number);
        costs[task][sets.node(task, number)] = completionNs;
        worst = Math.max(worst, completionNs);
      }
      above = Math.addExact(above, worst);
    }
    for (int task = 0; task < tasks; task++) {
      costs[task][sets.nodeBound() + task] = above;
    }
    return costs;
  }

  private int[] match() {
    for (int task = 0; task < costs.length; task++) {
      int last = search(task);
      if (goal == Goal.TOTAL) {
        raisePotentials(task, lengths[last]);
      }
      augment(task, last);
    }
    var matched = new int[costs.length];
    Arrays.fill(matched, NONE);
    for (int node = 0; node < nodes; node++) {
      if (holders[node] != NONE) {
        matched[holders[node]] = node;
      }
    }
    return matched;
  }

  /** The place without a task at the end of the best path. */
  private int search(int start) {
    Arrays.fill(lengths, Long.MAX_VALUE);
    Arrays.fill(reached, false);
    int task = start;
    int place = NONE;
    long length = 0;
    while (true) {
      for (int next = 0; next < lengths.length; next++) {
        if (!reached[next] && costs[task][next] != FORBIDDEN) {
          long longer = extended(length, task, next);
          if (longer < lengths[next]) {
            lengths[next] = longer;
            previousPlaces[next] = place;
          }
        }
      }
      place = nearest();
      reached[place] = true;
      if (holders[place] == NONE) {
        return place;
      }
      length = lengths[place];
      task = holders[place];
    }
  }

  private long extended(long length, int task, int place) {
    long cost = costs[task][place];
    return switch (goal) {
      case TOTAL -> length + cost - taskPotentials[task] - placePotentials[place];
      case MAKESPAN -> Math.max(length, cost);
    };
  }

  private int nearest() {
    int nearest = NONE;
    for (int place = 0; place < lengths.length; place++) {
      if (!reached[place] && (nearest == NONE || lengths[place] < lengths[nearest])) {
        nearest = place;
      }
    }
    return nearest;
  }

  /** So that all edges of the new matching cost 0, and none less. */
  private void raisePotentials(int start, long length) {
    taskPotentials[start] += length;
    for (int place = 0; place < lengths.length; place++) {
      if (reached[place] && holders[place] != NONE) {
        taskPotentials[holders[place]] += length - lengths[place];
        placePotentials[place] -= length - lengths[place];
      }
    }
  }

  private void augment(int start, int last) {
    int place = last;
    while (previousPlaces[place] != NONE) {
      holders[place] = holders[previousPlaces[place]];
      place = previousPlaces[place];
    }
    holders[place] = start;
  }
}
