package dev.muster.core.node.queue;

import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.core.node.resource.SpareShare;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How long an opportunistic task that arrives now is expected to wait: the queueing delay by which
 * nodes are ranked, and what a limit for shedding is compared with.
 *
 * <p>Mercury's paper adds up the lengths of the opportunistic tasks that wait (T_q) and what is
 * left of those that run (T_r). That is right where a machine runs one task at a time, and this is
 * the same there. On a machine with many cores work drains through all that is free, and more
 * becomes free with each exit:
 *
 * <pre>
 *   free │          ┌────── all of the machine      what waits is served as soon as anything is
 *        │     ┌────┘                               free; the delay is over when all of it has been
 *        │─────┘▒▒▒▒│                               served, and a slot is free
 *        └──────────┴────►
 *         now   exits    ▒ = what waits: guaranteed tasks, which go first, and opportunistic ones
 * </pre>
 *
 * <p>The longest of four such times counts: of cpu and of memory, each of the machine and of the
 * part that opportunistic tasks may have. Lengths are estimates, and assumed where there are none.
 */
public final class QueueingDelay {

  private static final long NEVER = AvailabilityTimeline.NEVER;

  /** Somebody has so much of the machine, until then. */
  public record Hold(long untilNs, Resources amount, boolean opportunistic) {}

  /** All that have something of the machine, in any order. */
  @FunctionalInterface
  public interface Holds {
    List<Hold> list(long nowNs);
  }

  private final ResourceLedger ledger;
  private final Holds holds;

  public QueueingDelay(ResourceLedger ledger, Holds holds) {
    this.ledger = ledger;
    this.holds = holds;
  }

  /**
   * {@link Load#NEVER} where none can ever start.
   *
   * @param guaranteed what waits and goes first
   * @param opportunistic what waits besides
   */
  long ns(long nowNs, SpareShare share, Backlog guaranteed, Backlog opportunistic) {
    var slot = ledger.slot();
    if (guaranteed.isEmpty() && opportunistic.isEmpty() && ledger.hasSpare(slot, share)) {
      return 0;
    }
    var all = holds.list(nowNs);
    all.sort(Comparator.comparingLong(Hold::untilNs));
    var own = all.stream().filter(Hold::opportunistic).toList();
    var capacity = ledger.capacity();
    var limit = share.of(capacity);
    double cpu = opportunistic.cpuMillisNs();
    double memory = opportunistic.memoryBytesNs();
    long ofMachineNs =
        Math.max(
            drainNs(nowNs, all, Resources::cpuMillis, capacity, cpu + guaranteed.cpuMillisNs()),
            drainNs(
                nowNs, all, Resources::memoryBytes, capacity, memory + guaranteed.memoryBytesNs()));
    long ofLimitNs =
        Math.max(
            drainNs(nowNs, own, Resources::cpuMillis, limit, cpu),
            drainNs(nowNs, own, Resources::memoryBytes, limit, memory));
    return Math.max(ofMachineNs, ofLimitNs);
  }

  /**
   * When so much work has been served, and a slot is free, or all of a part that is smaller.
   *
   * @param holds of the resource, the first to end first
   * @param of which resource
   * @param work time by amount
   */
  private long drainNs(
      long nowNs, List<Hold> holds, ToLongFunction<Resources> of, Resources whole, double work) {
    long most = of.applyAsLong(whole);
    long usual = of.applyAsLong(ledger.slot());
    if (most <= 0 && usual > 0) {
      return Load.NEVER;
    }
    long slot = Math.min(usual, most);
    long free = most;
    for (var hold : holds) {
      free -= of.applyAsLong(hold.amount);
    }
    long atNs = nowNs;
    double left = work;
    for (var hold : holds) {
      long untilNs = Math.max(atNs, hold.untilNs);
      double servedNs = free > 0 ? left / free : Double.MAX_VALUE;
      if (left <= 0 || servedNs <= untilNs - atNs) {
        atNs += left <= 0 ? 0 : (long) Math.ceil(servedNs);
        left = 0;
        if (free >= slot) {
          return atNs - nowNs;
        }
      } else {
        left -= Math.max(0, free) * (double) (untilNs - atNs);
      }
      if (untilNs == NEVER) {
        return Load.NEVER;
      }
      atNs = untilNs;
      free += of.applyAsLong(hold.amount);
    }
    double restNs = left <= 0 ? 0 : left / Math.max((double) free, Double.MIN_NORMAL);
    boolean never = free < slot || restNs > (double) (NEVER - atNs);
    return never ? Load.NEVER : atNs - nowNs + (long) Math.ceil(restNs);
  }
}
