package dev.muster.core.scheduler.task;

import dev.muster.core.event.NodeEvent;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The nodes on which attempts of the tasks of one stage failed or did not start. A task is not
 * tried there again for a while: where the node is to blame, it costs each task one try at most.
 */
public final class TaskExclusions {

  /** How many nodes are excluded for one task; the oldest is forgotten first. */
  static final int MAX_NODES = 4;

  /** How long a node is excluded: where all others stay full, the task needs this one again. */
  public static final long EXCLUDED_NS = 60_000_000_000L;

  /** How often nodes may fail to start a task before the task is taken for the cause. */
  public static final int MAX_NOT_STARTED = 20;

  private static final int MAX_DETAIL_CHARS = 200;

  /**
   * A node on which the task is not tried again.
   *
   * @param result of the attempt there
   */
  record ExcludedNode(int node, long untilNs, RunResult result) {}

  /** What went wrong with one task so far. */
  private static final class TaskFailures {

    private final Deque<ExcludedNode> nodes = new ArrayDeque<>();
    private int notStarted;
  }

  private final TreeMap<Integer, TaskFailures> byTask = new TreeMap<>();

  boolean isEmpty() {
    return byTask.isEmpty();
  }

  /** An attempt of the task failed there, or did not start. */
  public void add(long nowNs, int task, int node, RunResult result) {
    var failures = byTask.computeIfAbsent(task, _ -> new TaskFailures());
    failures.nodes.removeIf(each -> each.node() == node);
    if (failures.nodes.size() == MAX_NODES) {
      failures.nodes.removeFirst();
    }
    failures.nodes.add(new ExcludedNode(node, nowNs + EXCLUDED_NS, result));
    failures.notStarted += result.outcome() == Outcome.NOT_STARTED ? 1 : 0;
  }

  /** The task needs no further attempt. */
  public void remove(int task) {
    byTask.remove(task);
  }

  /** The tasks that have, or had, a node excluded. */
  Set<Integer> tasks() {
    return byTask.keySet();
  }

  boolean contains(long nowNs, int task, int node) {
    for (var each : of(task)) {
      if (each.node() == node) {
        return each.untilNs() > nowNs;
      }
    }
    return false;
  }

  /** The oldest first. */
  Collection<ExcludedNode> of(int task) {
    var failures = byTask.get(task);
    return failures == null ? List.of() : failures.nodes;
  }

  /** Whether some task is excluded from another node than this one. */
  public boolean hasOtherThan(int node) {
    for (var failures : byTask.values()) {
      for (var each : failures.nodes) {
        if (each.node() != node) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether nodes failed to start the task too often. */
  public boolean hasNotStartedEnough(int task) {
    var failures = byTask.get(task);
    return failures != null && failures.notStarted > MAX_NOT_STARTED;
  }

  /** Where the task did not start of late, and why, for its user. */
  public RunResult neverStarted(int task) {
    var where =
        of(task).stream()
            .filter(each -> each.result().outcome() == Outcome.NOT_STARTED)
            .map(each -> "on " + NodeEvent.at(each.node()) + ": " + detail(each.result()))
            .collect(Collectors.joining("\n"));
    return RunResult.notStarted(
        "its nodes could not start it "
            + (MAX_NOT_STARTED + 1)
            + " times, the last ones\n"
            + where);
  }

  /** Of what a user wrote to the end of a log, the last words are enough. */
  public static String detail(RunResult result) {
    var detail = result.detail().strip();
    int excess = detail.length() - MAX_DETAIL_CHARS;
    return excess > 0 ? "…" + detail.substring(excess) : detail;
  }
}
