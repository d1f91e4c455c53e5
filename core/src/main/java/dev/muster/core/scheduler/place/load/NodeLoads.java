package dev.muster.core.scheduler.place.load;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.cell.PackedLoads;
import dev.muster.core.cell.WaitRows;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A scheduler's copy of the monitor's table of loads, by node. Nodes that have tasks of the
 * scheduler also report to it directly; of each node the latest report counts.
 *
 * <pre>
 *   ask ──► GetLoads ──► monitor ──► LoadDelta ──► on ───► told ──┐ the later
 *                        node ──► AttemptsReported ──► update ────┴─► current ──► waitNs, ageNs
 * </pre>
 *
 * <p>What the monitor told is kept apart, because "as predicted" refers to that. A monitor that
 * restarted has forgotten everything and tells everything anew; until then the old rows age.
 */
public final class NodeLoads {

  /** In place of a rank. */
  public static final long UNRANKED = Long.MAX_VALUE;

  private static final long MS = 1_000_000;

  private final Address<SchedulerEvent> self;
  private final long freshNs;
  private final WaitRows told = new WaitRows();
  private final WaitRows current = new WaitRows();
  private final NodeRisks risks = new NodeRisks();
  private final CachedFiles files = new CachedFiles();
  private int[] light = {};

  /** R of Mercury, of nodes that are known; and whether the monitor is asked for it. */
  private long[] ranksNs = {};

  private boolean wantsRanks;

  /** Told which nodes have another rank. */
  private IntConsumer ranked = _ -> {};

  /** When the monitor last said anything. */
  private long heardNs;

  private long instance;
  private long seen;

  /**
   * @param freshNs how long the list of lightly loaded nodes stands after the monitor was heard
   */
  public NodeLoads(Address<SchedulerEvent> self, long freshNs) {
    this.self = self;
    this.freshNs = freshNs;
  }

  // What comes in.

  /** Asks the monitor for what changed, and keeps the monitor gathering. */
  public void ask(Effects out) {
    out.send(MonitorEvent.AT, new GetLoads(self, instance, seen, wantsRanks));
  }

  /**
   * Deltas are taken in order: one that does not begin where the latest ended is late, or answers a
   * question that was repeated.
   *
   * @return whether there is more to ask for at once
   */
  public boolean on(long nowNs, LoadDelta delta) {
    boolean isNext = delta.instance() == instance && delta.from() == seen;
    boolean isAnew = delta.instance() > instance && delta.from() == 0;
    if (!isNext && !isAnew) {
      return false;
    }
    instance = delta.instance();
    seen = delta.upTo();
    heardNs = nowNs;
    var loads = delta.loads();
    rows(nowNs, loads.rows());
    again(nowNs, loads.again());
    ranks(loads.ranks());
    risks.read(nowNs, loads.risks());
    files.read(loads.files());
    if (loads.relit()) {
      light = nodes(loads.light());
    }
    return delta.more();
  }

  private void rows(long nowNs, int[] rows) {
    int node = 0;
    for (int at = 0; at < rows.length; at += PackedLoads.ROW) {
      node += rows[at];
      told.unpack(nowNs - rows[at + 1] * MS, node, rows, at + 2);
      takeTold(node);
    }
  }

  private void again(long nowNs, int[] again) {
    int node = 0;
    for (int at = 0; at < again.length; at += PackedLoads.AGAIN) {
      node += again[at];
      told.again(nowNs - again[at + 1] * MS, node);
      takeTold(node);
    }
  }

  /** A node that has reported to this scheduler since keeps the rank of that report. */
  private void ranks(int[] ranks) {
    int node = 0;
    for (int at = 0; at < ranks.length; at += PackedLoads.RANK) {
      node += ranks[at];
      if (told.isKnown(node) && current.reportedNs(node) <= told.reportedNs(node)) {
        long ms = ranks[at + 1];
        rank(node, ms == PackedLoads.NO_RANK ? UNRANKED : ms * MS);
      }
    }
  }

  private void rank(int node, long rankNs) {
    if (node >= ranksNs.length) {
      int before = ranksNs.length;
      ranksNs = Arrays.copyOf(ranksNs, Math.max(node + 1, before * 2));
      Arrays.fill(ranksNs, before, ranksNs.length, UNRANKED);
    }
    ranksNs[node] = rankNs;
    ranked.accept(node);
  }

  private void takeTold(int node) {
    if (current.isNewer(told.reportedNs(node), node)) {
      current.copy(node, told);
    }
  }

  private static int[] nodes(int[] gaps) {
    int[] nodes = new int[gaps.length];
    int node = 0;
    for (int at = 0; at < gaps.length; at++) {
      node += gaps[at];
      nodes[at] = node;
    }
    return nodes;
  }

  /** A node reported to this scheduler itself. */
  public void update(long nowNs, int node, Load load) {
    if (load.waits().isKnown() && current.isNewer(nowNs, node)) {
      current.put(nowNs, node, load.waits());
      if (wantsRanks) {
        rank(node, load.rankNs());
      }
    }
  }

  // What placers ask.

  /** From now on the monitor is asked for ranks; this one is told which nodes have another. */
  public void wantRanks(IntConsumer whoChanged) {
    wantsRanks = true;
    ranked = whoChanged;
  }

  /**
   * R of Mercury as of the latest report of the node: the smaller, the sooner opportunistic tasks
   * start there; {@link #UNRANKED} where none can, or nothing is known.
   */
  public long rankNs(int node) {
    return node < ranksNs.length ? ranksNs[node] : UNRANKED;
  }

  /**
   * The predicted wait of a task, as of the latest report of the node; 0 where nothing is known.
   *
   * @param levelsUp how many levels of the grid higher the matrix is read than the task needs:
   *     pessimism about a report that is old
   * @return {@link WaitMatrix#NEVER} where the task does not fit
   */
  public long waitNs(int node, Resources capacity, Resources need, int levelsUp) {
    return need.namedFitIn(capacity.named())
        ? waitNs(
            node,
            capacity.cpuMillis(),
            capacity.memoryBytes(),
            need.cpuMillis(),
            need.memoryBytes(),
            levelsUp)
        : WaitMatrix.NEVER;
  }

  /** The same of amounts that are in flat arrays. */
  public long waitNs(
      int node,
      long ofCpuMillis,
      long ofMemoryBytes,
      long cpuMillis,
      long memoryBytes,
      int levelsUp) {
    if (cpuMillis > ofCpuMillis || memoryBytes > ofMemoryBytes) {
      return WaitMatrix.NEVER;
    }
    if (!current.isKnown(node)) {
      return 0;
    }
    int cpu = level(ofCpuMillis, cpuMillis, levelsUp);
    int memory = level(ofMemoryBytes, memoryBytes, levelsUp);
    return Math.max(current.cpuWaitNs(node, cpu), current.memoryWaitNs(node, memory));
  }

  private static int level(long capacity, long need, int levelsUp) {
    return Math.min(WaitMatrix.SIDE - 1, WaitMatrix.indexOf(capacity, need) + levelsUp);
  }

  /** When a node reported last, by its report or the monitor; never where nothing is known. */
  public long reportedNs(int node) {
    return current.isKnown(node) ? current.reportedNs(node) : Long.MIN_VALUE;
  }

  /** When the monitor was heard last; 0 for never. */
  public long heardNs() {
    return heardNs;
  }

  /** How old the latest report of a node is; {@code Long.MAX_VALUE} where nothing is known. */
  public long ageNs(long nowNs, int node) {
    return current.isKnown(node) ? nowNs - current.reportedNs(node) : Long.MAX_VALUE;
  }

  /**
   * Of success for a task on a node.
   *
   * @param lengthNs how long from now the task ends, its wait included
   */
  public double odds(int node, long lengthNs, long nowNs) {
    return risks.odds(node, lengthNs, nowNs);
  }

  /**
   * How many nodes are on the curated list of lightly loaded ones; none once the monitor is silent:
   * nodes that everybody keeps choosing are soon the busiest.
   */
  public int lightCount(long nowNs) {
    return nowNs - heardNs <= freshNs ? light.length : 0;
  }

  public int light(int index) {
    return light[index];
  }

  public CachedFiles files() {
    return files;
  }
}
