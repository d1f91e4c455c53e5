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

  private long[] cpuMillis = {};
  private long[] memoryBytes = {};

  /** How long each machine would be busy with what it has not reported. */
  private long[] busyNs = {};

  /** What opportunistic attempts of this scheduler use at each node; no matrix includes that. */
  private long[] spareCpuMillis = {};

  private long[] spareMemoryBytes = {};

  /** Has rows for nodes below this. */
  void ensure(int bound) {
    if (bound > cpuMillis.length) {
      cpuMillis = Arrays.copyOf(cpuMillis, bound);
      memoryBytes = Arrays.copyOf(memoryBytes, bound);
      busyNs = Arrays.copyOf(busyNs, bound);
      spareCpuMillis = Arrays.copyOf(spareCpuMillis, bound);
      spareMemoryBytes = Arrays.copyOf(spareMemoryBytes, bound);
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
      int node = dispatch.attempt().node();
      spareCpuMillis[node] += (is ? 1 : -1) * dispatch.need().cpuMillis();
      spareMemoryBytes[node] += (is ? 1 : -1) * dispatch.need().memoryBytes();
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
    int node = dispatch.attempt().node();
    cpuMillis[node] += sign * dispatch.need().cpuMillis();
    memoryBytes[node] += sign * dispatch.need().memoryBytes();
    busyNs[node] += sign * dispatch.busyNs();
    assert busyNs[node] >= 0 : "more reported than sent to node " + node;
  }

  // What is not in the matrix of a node.

  long cpuMillis(int node) {
    return cpuMillis[node];
  }

  long memoryBytes(int node) {
    return memoryBytes[node];
  }

  /** Zero where the matrix has everything. */
  long busyNs(int node) {
    return busyNs[node];
  }

  // What gives way at a node.

  long spareCpuMillis(int node) {
    return spareCpuMillis[node];
  }

  long spareMemoryBytes(int node) {
    return spareMemoryBytes[node];
  }
}
