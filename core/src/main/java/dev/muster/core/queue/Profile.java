package dev.muster.core.queue;

import dev.muster.model.Resources;
import java.util.Arrays;

/**
 * How much room will be free from now on, as far as anyone can tell: a step function of time.
 *
 * <p>Step i holds from {@code times[i]} until the next one; the last holds for ever.
 */
final class Profile {

  /** A time that does not come, and the length of what does not end. */
  static final long NEVER = Long.MAX_VALUE;

  private static final Resources EVERYTHING = new Resources(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);

  private long[] times = new long[64];
  private long[] cpuMillis = new long[64];
  private long[] memoryBytes = new long[64];
  private int size = 1;

  Profile(long nowNs, Resources free) {
    times[0] = nowNs;
    cpuMillis[0] = free.cpuMillis();
    memoryBytes[0] = free.memoryBytes();
  }

  /** What is taken now comes back at that time, if ever. */
  void release(long atNs, Resources amount) {
    if (atNs == NEVER) {
      return;
    }
    change(Math.max(atNs, times[0]), NEVER, amount.cpuMillis(), amount.memoryBytes());
  }

  /** Somebody will take so much from then on, for so long. */
  void take(long fromNs, long lengthNs, Resources amount) {
    if (lengthNs == 0) {
      return;
    }
    change(fromNs, end(fromNs, lengthNs), -amount.cpuMillis(), -amount.memoryBytes());
  }

  /** The first time from which so much is free for so long; {@link #NEVER} if there is none. */
  long earliest(Resources need, long lengthNs) {
    return earliest(times[0], need, lengthNs);
  }

  /** The same, and not before some time. */
  long earliest(long fromNs, Resources need, long lengthNs) {
    long startNs = fromNs;
    for (int step = stepOf(fromNs); step < size; step++) {
      if (times[step] >= end(startNs, lengthNs)) {
        return startNs;
      }
      if (!need.fitsIn(cpuMillis[step], memoryBytes[step])) {
        startNs = step + 1 < size ? times[step + 1] : NEVER;
      }
    }
    return startNs;
  }

  /** The same from a later time on, with nothing free before. */
  Profile from(long timeNs) {
    take(times[0], timeNs - times[0], EVERYTHING);
    return this;
  }

  private void change(long fromNs, long untilNs, long cpu, long memory) {
    int from = stepAt(fromNs);
    int until = untilNs == NEVER ? size : stepAt(untilNs);
    for (int step = from; step < until; step++) {
      cpuMillis[step] += cpu;
      memoryBytes[step] += memory;
    }
  }

  /** The step in which this time lies. */
  private int stepOf(long timeNs) {
    int found = Arrays.binarySearch(times, 0, size, timeNs);
    return found >= 0 ? found : -found - 2;
  }

  /** The step that begins at this time; made where there is none. */
  private int stepAt(long timeNs) {
    int found = Arrays.binarySearch(times, 0, size, timeNs);
    return found >= 0 ? found : insert(-found - 1, timeNs);
  }

  private int insert(int at, long timeNs) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      cpuMillis = Arrays.copyOf(cpuMillis, size * 2);
      memoryBytes = Arrays.copyOf(memoryBytes, size * 2);
    }
    System.arraycopy(times, at, times, at + 1, size - at);
    System.arraycopy(cpuMillis, at - 1, cpuMillis, at, size - at + 1);
    System.arraycopy(memoryBytes, at - 1, memoryBytes, at, size - at + 1);
    times[at] = timeNs;
    size++;
    return at;
  }

  private static long end(long fromNs, long lengthNs) {
    return lengthNs > NEVER - fromNs ? NEVER : fromNs + lengthNs;
  }
}
