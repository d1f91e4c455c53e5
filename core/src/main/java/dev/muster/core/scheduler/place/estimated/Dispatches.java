package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.model.Tier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What this scheduler has sent to nodes, and how much of that no wait matrix includes yet: without
 * the latter, all tasks of a few milliseconds would go to the one node that was idle last.
 */
final class Dispatches {

  /** How much room each node has in {@link #rows}: a cache line, for one look at a node. */
  private static final int ROW = 8;

  // What a node has not reported, in its row.

  private static final int CPU_MILLIS = 0;
  private static final int MEMORY_BYTES = 1;

  /** How long the machine would be busy with that. */
  private static final int BUSY_NS = 2;

  // What opportunistic attempts of this scheduler use at the node; no matrix includes that.

  private static final int SPARE_CPU_MILLIS = 3;
  private static final int SPARE_MEMORY_BYTES = 4;

  private long[] rows = {};

  /** Has rows for nodes below this. */
  void ensure(int bound) {
    if (bound * ROW > rows.length) {
      rows = Arrays.copyOf(rows, bound * ROW);
    }
  }

  void add(Dispatch dispatch) {
    var attempt = dispatch.attempt();
    attempt.note(dispatch);
    ensure(attempt.node() + 1);
    if (attempt.tier() == Tier.OPPORTUNISTIC) {
      dispatch.reported(); // no matrix ever includes what gives way to everything else
      displaceable(dispatch, true);
    } else if (!dispatch.isReported()) {
      count(dispatch, 1);
    }
  }

  /** Whether the attempt gives way to guaranteed ones: not from the moment it is promoted. */
  void displaceable(Dispatch dispatch, boolean is) {
    if (dispatch.isDisplaceable() != is) {
      dispatch.displaceable(is);
      int row = dispatch.attempt().node() * ROW;
      int sign = is ? 1 : -1;
      rows[row + SPARE_CPU_MILLIS] += sign * dispatch.need().cpuMillis();
      rows[row + SPARE_MEMORY_BYTES] += sign * dispatch.need().memoryBytes();
    }
  }

  /** Null of an attempt that an older epoch sent. */
  @Nullable Dispatch find(Attempt attempt) {
    return attempt.note() instanceof Dispatch dispatch ? dispatch : null;
  }

  /** The load that its node has reported includes the attempt. */
  void reported(Dispatch dispatch) {
    if (!dispatch.isReported()) {
      dispatch.reported();
      count(dispatch, -1);
    }
  }

  /** The attempt is over; null where an older epoch sent it. */
  @Nullable Dispatch remove(Attempt attempt) {
    var dispatch = find(attempt);
    if (dispatch != null) {
      attempt.note(null);
      reported(dispatch);
      displaceable(dispatch, false);
    }
    return dispatch;
  }

  private void count(Dispatch dispatch, int sign) {
    int row = dispatch.attempt().node() * ROW;
    rows[row + CPU_MILLIS] += sign * dispatch.need().cpuMillis();
    rows[row + MEMORY_BYTES] += sign * dispatch.need().memoryBytes();
    rows[row + BUSY_NS] += sign * dispatch.busyNs();
    assert rows[row + BUSY_NS] >= 0 : "more reported than sent to node " + row / ROW;
  }

  // What is not in the matrix of a node.

  long cpuMillis(int node) {
    return rows[node * ROW + CPU_MILLIS];
  }

  long memoryBytes(int node) {
    return rows[node * ROW + MEMORY_BYTES];
  }

  /** Zero where the matrix has everything. */
  long busyNs(int node) {
    return rows[node * ROW + BUSY_NS];
  }

  // What gives way at a node.

  long spareCpuMillis(int node) {
    return rows[node * ROW + SPARE_CPU_MILLIS];
  }

  long spareMemoryBytes(int node) {
    return rows[node * ROW + SPARE_MEMORY_BYTES];
  }
}
