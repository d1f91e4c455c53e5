package dev.muster.core.monitor;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.FailureOdds;
import dev.muster.core.cell.PackedLoads;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * Packs what came after a sequence. A delta covers all that happened up to its end, of every kind,
 * so a kind that is beyond its limit ends the delta for the others as well.
 *
 * <p>Schedulers that have seen the same share one delta, as long as nothing new came in between.
 */
final class LoadDeltas {

  /** Rows with waits in one delta. */
  static final int MAX_ROWS = 4_096;

  /** Rows that are as predicted. */
  static final int MAX_AGAIN = 32_768;

  static final int MAX_RISKS = 8_192;

  /** Nodes with their files, each of which may have {@code LoadReported.MAX_FILES}. */
  static final int MAX_FILED = 256;

  private static final long MS = 1_000_000;

  private final long instance;
  private final LoadTable table;
  private final LightNodes light;
  private final TreeMap<Long, LoadDelta> shared = new TreeMap<>();
  private final TreeMap<Long, LoadDelta> sharedRanked = new TreeMap<>();
  private long sharedAt;

  LoadDeltas(long instance, LoadTable table, LightNodes light) {
    this.instance = instance;
    this.table = table;
    this.light = light;
  }

  /** Whether anything came after a sequence. */
  boolean isNew(long seen) {
    return table.sequence() > seen;
  }

  /**
   * @param isRanked whether ranks are among it
   */
  LoadDelta after(long nowNs, long seen, boolean isRanked) {
    if (sharedAt != table.sequence()) {
      sharedAt = table.sequence();
      shared.clear();
      sharedRanked.clear();
    }
    return (isRanked ? sharedRanked : shared)
        .computeIfAbsent(seen, from -> pack(nowNs, from, isRanked));
  }

  private LoadDelta pack(long nowNs, long seen, boolean isRanked) {
    long upTo = table.sequence();
    upTo = cut(table.changed(), seen, upTo, MAX_ROWS);
    upTo = cut(table.reported(), seen, upTo, MAX_AGAIN);
    upTo = cut(table.risked(), seen, upTo, MAX_RISKS);
    upTo = cut(table.filed(), seen, upTo, MAX_FILED);
    boolean more = upTo < table.sequence();
    boolean relit = !more && light.sequence() > seen;
    var loads =
        new PackedLoads(
            nowNs,
            rows(nowNs, seen, upTo),
            again(nowNs, seen, upTo),
            risks(nowNs, seen, upTo),
            files(seen, upTo),
            relit,
            relit ? gaps(light.nodes()) : new int[0],
            isRanked ? ranks(seen, upTo) : new int[0]);
    return new LoadDelta(instance, seen, upTo, more, loads);
  }

  /** The sequence up to which there are no more than so many. */
  private static long cut(NodeSequence kind, long seen, long upTo, int most) {
    long last = seen;
    int count = 0;
    for (int node = kind.firstAfter(seen); node != NodeSequence.NONE; node = kind.next(node)) {
      if (kind.of(node) > upTo) {
        break;
      }
      if (count++ == most) {
        return last;
      }
      last = kind.of(node);
    }
    return upTo;
  }

  /** Sorted, so that gaps are small. */
  private static int[] between(NodeSequence kind, long seen, long upTo) {
    var nodes = new IntList();
    for (int node = kind.firstAfter(seen);
        node != NodeSequence.NONE && kind.of(node) <= upTo;
        node = kind.next(node)) {
      nodes.add(node);
    }
    int[] sorted = nodes.toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private int[] rows(long nowNs, long seen, long upTo) {
    var rows = new IntList();
    int before = 0;
    for (int node : between(table.changed(), seen, upTo)) {
      rows.add(node - before);
      rows.add(ageMs(nowNs, node));
      table.waits().pack(node, rows);
      before = node;
    }
    return rows.toArray();
  }

  /** A node whose waits changed since has a row, here or in a later delta. */
  private int[] again(long nowNs, long seen, long upTo) {
    var again = new IntList();
    int before = 0;
    for (int node : between(table.reported(), seen, upTo)) {
      if (table.changed().of(node) <= seen) {
        again.add(node - before);
        again.add(ageMs(nowNs, node));
        before = node;
      }
    }
    return again.toArray();
  }

  private int[] ranks(long seen, long upTo) {
    var ranks = new IntList();
    int before = 0;
    for (int node : between(table.reported(), seen, upTo)) {
      ranks.add(node - before);
      ranks.add(rankMs(table.rankNs(node)));
      before = node;
    }
    return ranks.toArray();
  }

  /** Rounded up, so that a node that is busy never looks idle. */
  private static int rankMs(long rankNs) {
    return rankNs == Long.MAX_VALUE
        ? PackedLoads.NO_RANK
        : (int) Math.min(PackedLoads.NO_RANK - 1, Math.ceilDiv(rankNs, MS));
  }

  private int ageMs(long nowNs, int node) {
    return ms(nowNs - table.waits().reportedNs(node));
  }

  private int[] risks(long nowNs, long seen, long upTo) {
    var risks = new IntList();
    int before = 0;
    for (int node : between(table.risked(), seen, upTo)) {
      boolean isPlanned = table.maintenanceFromNs(node) != LoadTable.NEVER;
      risks.add(node - before);
      risks.add((int) Math.round(table.failures(nowNs, node) * FailureOdds.PARTS));
      risks.add(isPlanned ? ms(table.maintenanceFromNs(node) - nowNs) : 0);
      risks.add(isPlanned ? ms(table.maintenanceUntilNs(node) - nowNs) : 0);
      before = node;
    }
    return risks.toArray();
  }

  private long[] files(long seen, long upTo) {
    var files = new LongList();
    for (int node : between(table.filed(), seen, upTo)) {
      files.add(node);
      files.add(table.files(node).length);
      for (long hash : table.files(node)) {
        files.add(hash);
      }
    }
    return files.toArray();
  }

  private static int[] gaps(int[] nodes) {
    int[] gaps = nodes.clone();
    for (int at = 1; at < gaps.length; at++) {
      gaps[at] = nodes[at] - nodes[at - 1];
    }
    return gaps;
  }

  private static int ms(long ns) {
    return Math.clamp(ns / MS, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }
}
