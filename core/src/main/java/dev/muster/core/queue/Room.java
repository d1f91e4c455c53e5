package dev.muster.core.queue;

import dev.muster.model.Resources;

/** What a machine has and how much of it is free. */
final class Room {

  private final Resources capacity;
  private long freeCpuMillis;
  private long freeMemoryBytes;

  Room(Resources capacity) {
    this.capacity = capacity;
    this.freeCpuMillis = capacity.cpuMillis();
    this.freeMemoryBytes = capacity.memoryBytes();
  }

  boolean fits(Resources need) {
    return need.fitsIn(freeCpuMillis, freeMemoryBytes);
  }

  void take(Resources need) {
    if (!fits(need)) {
      throw new IllegalStateException("took " + need + " where only " + free() + " is free");
    }
    freeCpuMillis -= need.cpuMillis();
    freeMemoryBytes -= need.memoryBytes();
  }

  void giveBack(Resources need) {
    freeCpuMillis += need.cpuMillis();
    freeMemoryBytes += need.memoryBytes();
    if (freeCpuMillis > capacity.cpuMillis() || freeMemoryBytes > capacity.memoryBytes()) {
      throw new IllegalStateException("gave back more than was taken: " + free());
    }
  }

  Resources free() {
    return new Resources(freeCpuMillis, freeMemoryBytes);
  }

  Resources capacity() {
    return capacity;
  }
}
