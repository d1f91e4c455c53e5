package dev.muster.core.scheduler.budget;

import dev.muster.model.Resources;
import java.util.TreeMap;

/** A sum of resources that changes with every attempt. */
public final class ResourceCount {

  private long cpuMillis;
  private long memoryBytes;
  private final TreeMap<String, Long> named = new TreeMap<>();

  public void add(Resources more) {
    cpuMillis += more.cpuMillis();
    memoryBytes += more.memoryBytes();
    if (!more.named().isEmpty()) {
      more.named().forEach((name, amount) -> named.merge(name, amount, Long::sum));
    }
  }

  void subtract(Resources less) {
    cpuMillis -= less.cpuMillis();
    memoryBytes -= less.memoryBytes();
    if (!less.named().isEmpty()) {
      less.named().forEach((name, amount) -> named.merge(name, -amount, Long::sum));
    }
  }

  /** How often this could be added before the sum is above that. */
  long timesUpTo(Resources most, Resources need) {
    long times =
        Math.min(
            times(need.cpuMillis(), most.cpuMillis() - cpuMillis),
            times(need.memoryBytes(), most.memoryBytes() - memoryBytes));
    for (var one : need.named().entrySet()) {
      long left = most.named(one.getKey()) - named.getOrDefault(one.getKey(), 0L);
      times = Math.min(times, times(one.getValue(), left));
    }
    return times;
  }

  private static long times(long need, long left) {
    return need <= 0 ? Long.MAX_VALUE : Math.max(0, left) / need;
  }

  public Resources sum() {
    var sum = new Resources(cpuMillis, memoryBytes);
    for (var one : named.entrySet()) {
      sum = one.getValue() == 0 ? sum : sum.with(one.getKey(), one.getValue());
    }
    return sum;
  }
}
