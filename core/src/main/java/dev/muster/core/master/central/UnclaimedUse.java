package dev.muster.core.master.central;

import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What guaranteed tasks use on nodes without claims in the cell state: those of {@code sampled} and
 * {@code estimated}, which queue at nodes. By the latest report of each node; a container that is
 * sent where such tasks are would come back.
 */
final class UnclaimedUse {

  /** What a node said so long ago may be over. */
  static final long FRESH_NS = 3_000_000_000L;

  private static final class NodeUse {
    private Resources used = Resources.NONE;
    private long reportedNs;

    /** When a container was placed there last, which the node may not have when it reports. */
    private long placedNs = Long.MIN_VALUE / 2;
  }

  private final CellState cell;
  private final TreeMap<Integer, NodeUse> byNode = new TreeMap<>();

  UnclaimedUse(CellState cell) {
    this.cell = cell;
  }

  /**
   * A node has reported.
   *
   * @param free what it has that is guaranteed to nobody
   * @return whether containers may have more of it than before
   */
  boolean reported(long nowNs, int node, Resources free) {
    var used = cell.free(node).minus(free).max(Resources.NONE);
    var known = byNode.get(node);
    if (known == null) {
      if (!used.fitsIn(Resources.NONE)) {
        known = new NodeUse();
        byNode.put(node, known);
        note(nowNs, known, used);
      }
      return false;
    }
    var before = known.used;
    if (known.placedNs > known.reportedNs) {
      used = used.max(before);
    }
    note(nowNs, known, used);
    if (used.fitsIn(Resources.NONE)) {
      byNode.remove(node);
    }
    return !before.fitsIn(used);
  }

  private static void note(long nowNs, NodeUse known, Resources used) {
    known.used = used;
    known.reportedNs = nowNs;
  }

  /** A container is placed there. */
  void placed(long nowNs, int node) {
    var known = byNode.get(node);
    if (known != null) {
      known.placedNs = nowNs;
    }
  }

  void left(int node) {
    byNode.remove(node);
  }

  /** What the cell state has available on the node, less what is used there all the same. */
  Resources available(long nowNs, int node) {
    var known = fresh(nowNs, node);
    return known == null
        ? cell.available(node)
        : cell.available(node).minus(known.used).max(Resources.NONE);
  }

  /** Whether so much is available, where the cell state says so. */
  boolean leaves(long nowNs, int node, Resources need) {
    var known = fresh(nowNs, node);
    return known == null || need.fitsIn(cell.available(node).minus(known.used));
  }

  private @Nullable NodeUse fresh(long nowNs, int node) {
    var known = byNode.isEmpty() ? null : byNode.get(node);
    return known != null && nowNs - known.reportedNs < FRESH_NS ? known : null;
  }
}
