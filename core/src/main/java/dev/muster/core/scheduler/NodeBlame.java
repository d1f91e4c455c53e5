package dev.muster.core.scheduler;

import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.task.TaskExclusions;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tells nodes that fail from tasks that fail. A node is to blame where several tasks in a row
 * failed on it, while hardly any failed elsewhere; it is then avoided for a while.
 */
final class NodeBlame {

  /** How many different tasks must have failed on a node, with no success in between. */
  static final int STREAK = 3;

  /** How many ended attempts are remembered, of all nodes together. */
  static final int RECENT = 64;

  /** For each failure elsewhere so many attempts must have succeeded there. */
  static final int SUCCESSES_PER_FAILURE = 3;

  /** One in so many nodes is avoided at most, and one at least: a bad job fails everywhere. */
  static final int NODES_PER_AVOIDED = 4;

  private record FailedTask(long job, int stage, int task) {}

  private final CellNodes nodes;

  /** Of each node, the tasks that failed since the latest success there. */
  private final TreeMap<Integer, Set<FailedTask>> streaks = new TreeMap<>();

  private final int[] recentNodes = new int[RECENT];
  private final boolean[] recentFailed = new boolean[RECENT];
  private long ended;

  NodeBlame(CellNodes nodes) {
    this.nodes = nodes;
  }

  /** An attempt has ended on a node; ends that say nothing about either are ignored. */
  void ended(long nowNs, int node, Stage stage, int task, RunResult result) {
    boolean failed = result.outcome().costsAnAttempt() || result.outcome() == Outcome.NOT_STARTED;
    if (!failed && !result.succeeded()) {
      return;
    }
    int at = (int) (ended++ % RECENT);
    recentNodes[at] = node;
    recentFailed[at] = failed;
    if (failed) {
      failed(nowNs, node, stage, task, result);
    } else {
      succeeded(node);
    }
  }

  private void succeeded(int node) {
    if (!streaks.isEmpty()) {
      streaks.remove(node);
    }
    nodes.blamed().clear(node);
  }

  private void failed(long nowNs, int node, Stage stage, int task, RunResult result) {
    var streak = streaks.computeIfAbsent(node, _ -> new LinkedHashSet<>());
    if (streak.size() < STREAK) {
      streak.add(new FailedTask(stage.manager().job(), stage.index(), task));
    }
    if (nodes.blamed().contains(node)) {
      nodes.blamed().blame(nowNs, node, problem(result));
    } else if (streak.size() == STREAK && isUnlikeOthers(node, stage) && mayAvoidMore(nowNs)) {
      nodes.blamed().blame(nowNs, node, problem(result));
    }
  }

  private static String problem(RunResult result) {
    return "tasks fail there and not elsewhere, the last one with: "
        + TaskExclusions.detail(result);
  }

  /** A stage that has failed on other nodes too, and nowhere succeeded, is the cause itself. */
  private boolean isUnlikeOthers(int node, Stage stage) {
    boolean failsEverywhere =
        stage.tasks().succeeded() == 0 && stage.nodes().exclusions().hasOtherThan(node);
    int successes = 0;
    int failures = 0;
    for (int at = 0; at < Math.min(ended, RECENT); at++) {
      if (recentNodes[at] != node) {
        failures += recentFailed[at] ? 1 : 0;
        successes += recentFailed[at] ? 0 : 1;
      }
    }
    return !failsEverywhere && successes >= Math.max(STREAK, SUCCESSES_PER_FAILURE * failures);
  }

  private boolean mayAvoidMore(long nowNs) {
    int all = nodes.view().size();
    int most = all < 2 ? 0 : Math.max(1, all / NODES_PER_AVOIDED);
    return nodes.blamed().avoided(nowNs) < most;
  }
}
