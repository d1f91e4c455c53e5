package dev.muster.model;

import dev.muster.model.text.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * Amounts of resources: cpu in thousandths of a core, memory in bytes, and named resources such as
 * {@code gpu}.
 *
 * <p>Used for demands, capacities and what is available. Values are negative only as the result of
 * {@link #minus}, to say how much is missing.
 *
 * @param named the amount of each named resource; none where absent
 */
public record Resources(long cpuMillis, long memoryBytes, Map<String, Long> named) {

  public static final Resources NONE = new Resources(0, 0);

  public Resources {
    named =
        named.isEmpty()
            ? Collections.emptyMap()
            : Collections.unmodifiableMap(new TreeMap<>(named));
  }

  public Resources(long cpuMillis, long memoryBytes) {
    this(cpuMillis, memoryBytes, Collections.emptyMap());
  }

  /** The same with another amount of a named resource. */
  public Resources with(String name, long amount) {
    var changed = new TreeMap<>(named);
    changed.put(name, amount);
    return new Resources(cpuMillis, memoryBytes, changed);
  }

  /** The same with another amount of memory. */
  public Resources withMemory(long bytes) {
    return new Resources(cpuMillis, bytes, named);
  }

  /** The same but for cpu. */
  public Resources withoutCpu() {
    return new Resources(0, memoryBytes, named);
  }

  public long named(String name) {
    return named.getOrDefault(name, 0L);
  }

  public Resources plus(Resources other) {
    return new Resources(
        cpuMillis + other.cpuMillis,
        memoryBytes + other.memoryBytes,
        each(named, other.named, Long::sum));
  }

  public Resources minus(Resources other) {
    return new Resources(
        cpuMillis - other.cpuMillis,
        memoryBytes - other.memoryBytes,
        each(named, other.named, (mine, theirs) -> mine - theirs));
  }

  /** The sum of so many; the largest number where that would overflow. */
  public Resources times(int count) {
    Map<String, Long> all = new TreeMap<>(named);
    all.replaceAll((_, amount) -> times(amount, count));
    return new Resources(times(cpuMillis, count), times(memoryBytes, count), all);
  }

  private static long times(long amount, int count) {
    return amount > Long.MAX_VALUE / Math.max(1, count) ? Long.MAX_VALUE : amount * count;
  }

  /** The one feasibility rule: every resource fits. */
  public boolean fitsIn(Resources available) {
    return fitsIn(available.cpuMillis, available.memoryBytes) && namedFitIn(available.named);
  }

  /** How often this fits; {@code Long.MAX_VALUE} for no demand at all. */
  public long timesIn(Resources available) {
    long times =
        Math.min(times(cpuMillis, available.cpuMillis), times(memoryBytes, available.memoryBytes));
    for (var need : named.entrySet()) {
      times = Math.min(times, times(need.getValue(), available.named(need.getKey())));
    }
    return times;
  }

  private static long times(long need, long available) {
    return need <= 0 ? Long.MAX_VALUE : Math.max(0, available) / need;
  }

  /** Of cpu and memory alone, for amounts in flat arrays. */
  public boolean fitsIn(long availableCpuMillis, long availableMemoryBytes) {
    return cpuMillis <= availableCpuMillis && memoryBytes <= availableMemoryBytes;
  }

  /** Of named resources alone; most tasks have none. */
  public boolean namedFitIn(Map<String, Long> available) {
    if (!named.isEmpty()) {
      for (var need : named.entrySet()) {
        if (need.getValue() > available.getOrDefault(need.getKey(), 0L)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The larger amount of each resource by itself. */
  public Resources max(Resources other) {
    return new Resources(
        Math.max(cpuMillis, other.cpuMillis),
        Math.max(memoryBytes, other.memoryBytes),
        each(named, other.named, Math::max));
  }

  /** The smaller amount of each resource by itself. */
  public Resources min(Resources other) {
    return new Resources(
        Math.min(cpuMillis, other.cpuMillis),
        Math.min(memoryBytes, other.memoryBytes),
        each(named, other.named, Math::min));
  }

  /** Whether an amount is below zero. */
  public boolean isNegative() {
    return cpuMillis < 0
        || memoryBytes < 0
        || (!named.isEmpty() && named.values().stream().anyMatch(amount -> amount < 0));
  }

  /** Combines the amounts of every name that either has. */
  public static Map<String, Long> each(
      Map<String, Long> mine, Map<String, Long> theirs, LongBinaryOperator combine) {
    if (mine.isEmpty() && theirs.isEmpty()) {
      return Collections.emptyMap();
    }
    Map<String, Long> both = new TreeMap<>(mine);
    both.replaceAll((name, amount) -> combine.applyAsLong(amount, theirs.getOrDefault(name, 0L)));
    theirs.forEach((name, amount) -> both.putIfAbsent(name, combine.applyAsLong(0, amount)));
    return Collections.unmodifiableMap(both);
  }

  /** As in {@code 0.5 cpu, 64 MiB, 1 gpu}. */
  @Override
  public String toString() {
    var text = new StringBuilder(Quantity.formatCpu(cpuMillis)).append(" cpu, ");
    text.append(Quantity.formatBytes(memoryBytes));
    named.forEach((name, amount) -> text.append(", ").append(amount).append(' ').append(name));
    return text.toString();
  }
}
