package dev.muster.core.master.share;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Since when each queue has been below its guarantee though it wants more. */
public final class ReclaimClock {

  /** How many times the grace period, until idle resources are taken to be of no use to a queue. */
  private static final int LATE = 2;

  private final Map<String, Long> belowSinceNs = new LinkedHashMap<>();

  /**
   * Queues that get back what others have borrowed.
   *
   * @param queues their paths
   * @param late those of them to which idle resources seem to be of no use, as these are spread
   *     over nodes in pieces that are too small
   */
  public record Due(List<String> queues, List<String> late) {

    public Due {
      queues = List.copyOf(queues);
      late = List.copyOf(late);
    }

    /** These, and none of them is late. */
    public static Due of(String... queues) {
      return new Due(List.of(queues), List.of());
    }

    public boolean isNobody() {
      return queues.isEmpty();
    }
  }

  /** To be called after each computation; says which queues have been below for too long. */
  public Due due(long nowNs, List<QueueStanding> standings, long graceNs) {
    var below = new TreeSet<String>();
    List<String> due = new ArrayList<>();
    List<String> late = new ArrayList<>();
    for (var queue : standings) {
      if (queue.isBelowGuarantee()) {
        below.add(queue.path());
        long sinceNs = belowSinceNs.computeIfAbsent(queue.path(), _ -> nowNs);
        if (nowNs - sinceNs >= graceNs) {
          due.add(queue.path());
        }
        if (nowNs - sinceNs >= LATE * graceNs) {
          late.add(queue.path());
        }
      }
    }
    belowSinceNs.keySet().retainAll(below);
    return new Due(due, late);
  }
}
