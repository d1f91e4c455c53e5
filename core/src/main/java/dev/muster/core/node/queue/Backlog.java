package dev.muster.core.node.queue;

import dev.muster.model.Resources;

/** How much work waits: time by cores, time by memory, and what all of it needs at once. */
final class Backlog {

  /** Where nothing ever waited; stays empty. */
  static final Backlog NONE = new Backlog();

  private double cpuMillisNs;
  private double memoryBytesNs;
  private long cpuMillis;
  private long memoryBytes;
  private int size;

  void add(QueuedTask task) {
    size++;
    change(task, 1);
  }

  void remove(QueuedTask task) {
    size--;
    change(task, -1);
    if (size == 0) {
      cpuMillisNs = 0; // no rounding is left over from one busy time to the next
      memoryBytesNs = 0;
    }
  }

  private void change(QueuedTask task, int sign) {
    double lengthNs = sign * (double) task.workNs();
    cpuMillisNs += lengthNs * task.need().cpuMillis();
    memoryBytesNs += lengthNs * task.need().memoryBytes();
    cpuMillis += sign * task.need().cpuMillis();
    memoryBytes += sign * task.need().memoryBytes();
  }

  boolean isEmpty() {
    return size == 0;
  }

  double cpuMillisNs() {
    return cpuMillisNs;
  }

  double memoryBytesNs() {
    return memoryBytesNs;
  }

  /** What all of it would have if it ran at once. */
  Resources need() {
    return new Resources(cpuMillis, memoryBytes);
  }

  /** The least time that a machine takes for all of the backlog but this part. */
  long leastNsWithout(Backlog part, Resources capacity) {
    double cpuNs = (cpuMillisNs - part.cpuMillisNs) / Math.max(1, capacity.cpuMillis());
    double memoryNs = (memoryBytesNs - part.memoryBytesNs) / Math.max(1, capacity.memoryBytes());
    return Math.max(0, Math.round(Math.max(cpuNs, memoryNs)));
  }
}
