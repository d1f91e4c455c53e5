package dev.muster.sim.compare.match;

import dev.muster.core.scheduler.place.estimated.CandidateSets;
import dev.muster.core.scheduler.place.estimated.StableMatcher;
import java.util.stream.IntStream;

/** Matches the tasks of a batch with nodes, at most one task to a node. */
@FunctionalInterface
public interface BatchMatcher {

  /** The node of each task; {@link StableMatcher#NONE} for one that has none. */
  int[] match(CandidateSets sets);

  /** The matcher of the policy {@code estimated}. */
  static BatchMatcher stable(int maxIterations) {
    return sets -> {
      var matcher = new StableMatcher(maxIterations);
      matcher.match(sets);
      return IntStream.range(0, sets.tasks()).map(matcher::node).toArray();
    };
  }

  /** Task by task in their order, each to the node where it is done first of those not taken. */
  static BatchMatcher greedy() {
    return BatchMatcher::matchGreedily;
  }

  private static int[] matchGreedily(CandidateSets sets) {
    var taken = new boolean[sets.nodeBound()];
    var matched = new int[sets.tasks()];
    for (int task = 0; task < matched.length; task++) {
      matched[task] = StableMatcher.NONE;
      long bestNs = Long.MAX_VALUE;
      for (int number = 0; number < sets.size(task); number++) {
        int node = sets.node(task, number);
        long completionNs = sets.completionNs(task, number);
        boolean better = completionNs < bestNs || (completionNs == bestNs && node < matched[task]);
        if (!taken[node] && better) {
          matched[task] = node;
          bestNs = completionNs;
        }
      }
      if (matched[task] != StableMatcher.NONE) {
        taken[matched[task]] = true;
      }
    }
    return matched;
  }

  /** When the task is done on that node, by the candidates of the batch. */
  static long completionNs(CandidateSets sets, int task, int node) {
    return IntStream.range(0, sets.size(task))
        .filter(number -> sets.node(task, number) == node)
        .mapToLong(number -> sets.completionNs(task, number))
        .findFirst()
        .orElseThrow();
  }

  /** When the last task that has a node is done. */
  static long makespanNs(CandidateSets sets, int[] matched) {
    return IntStream.range(0, matched.length)
        .filter(task -> matched[task] != StableMatcher.NONE)
        .mapToLong(task -> completionNs(sets, task, matched[task]))
        .max()
        .orElse(0);
  }
}
