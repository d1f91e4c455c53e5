package dev.muster.core.scheduler.task;

import dev.muster.core.actor.flat.LongMap;
import java.util.ArrayDeque;
import java.util.function.IntToLongFunction;

/**
 * Which tasks of one stage a node has shed: a task is not placed there again before the node has
 * reported its load anew. What is known of the node says that there is a place for the task, or it
 * would not have been placed there.
 */
final class ShedTasks {

  /** How many are remembered; the oldest is forgotten first. */
  static final int MAX_SHED = 10_000;

  /** A node of which nothing is heard for so long may be tried again. */
  static final long SILENT_NS = 10_000_000_000L;

  private record Shed(long taskOnNode, long atNs) {}

  private final IntToLongFunction reportedNs;
  private final ArrayDeque<Shed> inOrder = new ArrayDeque<>(0);
  private final LongMap<Shed> latest = new LongMap<>();

  /**
   * @param reportedNs when a node reported its load last, as far as the placer of the stage knows
   */
  ShedTasks(IntToLongFunction reportedNs) {
    this.reportedNs = reportedNs;
  }

  private static long key(int task, int node) {
    return (long) task << Integer.SIZE | node;
  }

  boolean isEmpty() {
    return latest.isEmpty();
  }

  void add(long nowNs, int task, int node) {
    forget(nowNs);
    if (inOrder.size() == MAX_SHED) {
      removeOldest();
    }
    var shed = new Shed(key(task, node), nowNs);
    inOrder.add(shed);
    latest.put(shed.taskOnNode, shed);
  }

  private void forget(long nowNs) {
    while (!inOrder.isEmpty() && nowNs - inOrder.element().atNs >= SILENT_NS) {
      removeOldest();
    }
  }

  private void removeOldest() {
    var oldest = inOrder.remove();
    if (oldest.equals(latest.find(oldest.taskOnNode))) {
      latest.remove(oldest.taskOnNode);
    }
  }

  /** Whether the task is not to be placed on this node yet. */
  boolean contains(long nowNs, int task, int node) {
    if (isEmpty()) {
      return false;
    }
    forget(nowNs);
    var shed = latest.find(key(task, node));
    return shed != null && reportedNs.applyAsLong(node) <= shed.atNs;
  }
}
