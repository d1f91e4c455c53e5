package dev.muster.core.master.queue;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.master.share.JobNeed;
import dev.muster.model.Resources;
import dev.muster.model.queue.JobAllowance;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Holds queues to what their jobs may use together, where some of these use more than they may:
 * else the others of a queue would start what is due to another queue.
 */
final class QueueGrowth {

  private static final Comparator<JobNeed> IN_ORDER =
      Comparator.comparingInt((JobNeed need) -> -need.priority()).thenComparingLong(JobNeed::job);

  private final LongMap<JobAllowance> allowances;

  /** What each queue may use beyond what it uses. */
  private final TreeMap<String, Resources> left = new TreeMap<>();

  QueueGrowth(LongMap<JobAllowance> allowances) {
    this.allowances = allowances;
  }

  void limit(List<JobNeed> needs) {
    for (var need : needs) {
      var allowed = allowances.find(need.job());
      if (allowed != null && allowed.isLimited()) {
        left.merge(need.queue(), difference(allowed.most(), need.uses()), QueueGrowth::sum);
      }
    }
    for (var need : needs.stream().sorted(IN_ORDER).toList()) {
      var allowed = allowances.find(need.job());
      if (allowed != null && allowed.isLimited()) {
        var may = left.getOrDefault(need.queue(), Resources.NONE).max(Resources.NONE);
        var grows = difference(allowed.most(), need.uses()).max(Resources.NONE);
        var granted = grows.min(may);
        left.put(need.queue(), difference(may, granted));
        if (!grows.fitsIn(granted)) {
          allowances.put(need.job(), allowed.within(sum(need.uses(), granted)));
        }
      }
    }
  }

  private static Resources difference(Resources one, Resources other) {
    return new Resources(
        difference(one.cpuMillis(), other.cpuMillis()),
        difference(one.memoryBytes(), other.memoryBytes()),
        Resources.each(one.named(), other.named(), QueueGrowth::difference));
  }

  /** Any amount stays that. */
  private static long difference(long one, long other) {
    return one == Long.MAX_VALUE ? one : one - other;
  }

  private static Resources sum(Resources one, Resources other) {
    return new Resources(
        sum(one.cpuMillis(), other.cpuMillis()),
        sum(one.memoryBytes(), other.memoryBytes()),
        Resources.each(one.named(), other.named(), QueueGrowth::sum));
  }

  private static long sum(long one, long other) {
    return one > 0 && other > Long.MAX_VALUE - one ? Long.MAX_VALUE : one + other;
  }
}
