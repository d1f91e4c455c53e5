package dev.muster.core.node;

import dev.muster.model.Resources;

/** How much work waits in a line: time by cores, and time by memory. */
final class Backlog {

  private double cpuMillisNs;
  private double memoryBytesNs;
  private int size;

  void add(Entry entry) {
    size++;
    change(entry, 1);
  }

  void remove(Entry entry) {
    size--;
    change(entry, -1);
    if (size == 0) {
      cpuMillisNs = 0; // no rounding is left over from one busy time to the next
      memoryBytesNs = 0;
    }
  }

  private void change(Entry entry, int sign) {
    double lengthNs = sign * (double) entry.workNs();
    cpuMillisNs += lengthNs * entry.need().cpuMillis();
    memoryBytesNs += lengthNs * entry.need().memoryBytes();
  }

  /** The least time that a machine takes for all of it but these. */
  long leastNsWithout(Backlog part, Resources capacity) {
    double cpuNs = (cpuMillisNs - part.cpuMillisNs) / Math.max(1, capacity.cpuMillis());
    double memoryNs = (memoryBytesNs - part.memoryBytesNs) / Math.max(1, capacity.memoryBytes());
    return Math.max(0, Math.round(Math.max(cpuNs, memoryNs)));
  }
}
