package dev.muster.core.node.resource;

import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How much is expected to be available from now on: a step function of time.
 *
 * <p>Step i holds from {@code times[i]} until the next one; the last holds for ever.
 */
public final class AvailabilityTimeline {

  /** A time that does not come, and the length of what does not end. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final Resources EVERYTHING = new Resources(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
  private static final int LEAST_LENGTH = 4;

  private long[] times;
  private long[] cpuMillis;
  private long[] memoryBytes;

  /** The named resources that there are at all, and how much of each; mostly none. */
  private final String[] names;

  private final long[][] named;
  private int size = 1;

  public AvailabilityTimeline(long nowNs, Resources available) {
    this(nowNs, available, LEAST_LENGTH);
  }

  /**
   * @param steps how many steps are expected; more are made where needed
   */
  public AvailabilityTimeline(long nowNs, Resources available, int steps) {
    int length = Math.max(LEAST_LENGTH, steps);
    times = new long[length];
    cpuMillis = new long[length];
    memoryBytes = new long[length];
    times[0] = nowNs;
    cpuMillis[0] = available.cpuMillis();
    memoryBytes[0] = available.memoryBytes();
    names = available.named().keySet().toArray(String[]::new);
    named = new long[names.length][length];
    for (int name = 0; name < names.length; name++) {
      named[name][0] = available.named(names[name]);
    }
  }

  /** So much of what is reserved now is released at that time, if ever. */
  public record Release(long atNs, Resources amount) {}

  /** Adds what is released by what is reserved now; called before any {@link #reserve}. */
  public void release(List<Release> releases) {
    releases.sort(Comparator.comparingLong(Release::atNs));
    for (var release : releases) {
      if (release.atNs == NEVER) {
        return;
      }
      change(Math.max(release.atNs, times[0]), NEVER, release.amount, 1);
    }
  }

  /** Reserves so much from then on, for so long. */
  public void reserve(long fromNs, long lengthNs, Resources amount) {
    if (lengthNs == 0) {
      return;
    }
    change(fromNs, end(fromNs, lengthNs), amount, -1);
  }

  /** The first time from which so much is available for so long; {@link #NEVER} if none is. */
  public long earliest(Resources need, long lengthNs) {
    return earliest(times[0], need, lengthNs);
  }

  /** The same, and not before some time. */
  public long earliest(long fromNs, Resources need, long lengthNs) {
    long startNs = fromNs;
    for (int step = stepOf(fromNs); step < size; step++) {
      if (times[step] >= end(startNs, lengthNs)) {
        return startNs;
      }
      if (!fits(need, step)) {
        startNs = step + 1 < size ? times[step + 1] : NEVER;
      }
    }
    return startNs;
  }

  /** The same from a later time on, with nothing available before. */
  public AvailabilityTimeline from(long timeNs) {
    reserve(times[0], timeNs - times[0], EVERYTHING);
    return this;
  }

  /** From when on so much of one resource is available for good. */
  @FunctionalInterface
  public interface ForGood {
    long fromNs(long amount);
  }

  public ForGood cpuForGood() {
    return forGood(cpuMillis);
  }

  public ForGood memoryForGood() {
    return forGood(memoryBytes);
  }

  private ForGood forGood(long[] amounts) {
    return amount -> {
      int step = size;
      while (step > 0 && amounts[step - 1] >= amount) {
        step--;
      }
      return step == size ? NEVER : times[step];
    };
  }

  private boolean fits(Resources need, int step) {
    if (!need.fitsIn(cpuMillis[step], memoryBytes[step])) {
      return false;
    }
    return need.named().isEmpty() || namedFit(need, step);
  }

  private boolean namedFit(Resources need, int step) {
    for (var each : need.named().entrySet()) {
      int name = Arrays.asList(names).indexOf(each.getKey());
      if (each.getValue() > (name < 0 ? 0 : named[name][step])) {
        return false;
      }
    }
    return true;
  }

  private void change(long fromNs, long untilNs, Resources amount, int sign) {
    int from = stepAt(fromNs);
    int until = untilNs == NEVER ? size : stepAt(untilNs);
    add(cpuMillis, from, until, sign * amount.cpuMillis());
    add(memoryBytes, from, until, sign * amount.memoryBytes());
    for (int name = 0; name < names.length; name++) {
      add(named[name], from, until, sign * amount.named(names[name]));
    }
  }

  private static void add(long[] amounts, int from, int until, long change) {
    for (int step = from; step < until; step++) {
      amounts[step] += change;
    }
  }

  /** The step in which this time lies. */
  private int stepOf(long timeNs) {
    int found = Arrays.binarySearch(times, 0, size, timeNs);
    return found >= 0 ? found : -found - 2;
  }

  /** The step that begins at this time; made where there is none. */
  private int stepAt(long timeNs) {
    if (timeNs > times[size - 1]) {
      return insert(size, timeNs);
    }
    int found = Arrays.binarySearch(times, 0, size, timeNs);
    return found >= 0 ? found : insert(-found - 1, timeNs);
  }

  private int insert(int at, long timeNs) {
    if (size == times.length) {
      grow();
    }
    System.arraycopy(times, at, times, at + 1, size - at);
    System.arraycopy(cpuMillis, at - 1, cpuMillis, at, size - at + 1);
    System.arraycopy(memoryBytes, at - 1, memoryBytes, at, size - at + 1);
    for (var amounts : named) {
      System.arraycopy(amounts, at - 1, amounts, at, size - at + 1);
    }
    times[at] = timeNs;
    size++;
    return at;
  }

  private void grow() {
    times = Arrays.copyOf(times, size * 2);
    cpuMillis = Arrays.copyOf(cpuMillis, size * 2);
    memoryBytes = Arrays.copyOf(memoryBytes, size * 2);
    for (int name = 0; name < names.length; name++) {
      named[name] = Arrays.copyOf(named[name], size * 2);
    }
  }

  private static long end(long fromNs, long lengthNs) {
    return lengthNs > NEVER - fromNs ? NEVER : fromNs + lengthNs;
  }
}
