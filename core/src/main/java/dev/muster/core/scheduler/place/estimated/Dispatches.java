package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.model.Tier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What this scheduler has sent to nodes, and how much of that no wait matrix includes yet: without
 * the latter, all tasks of a few milliseconds would go to the one node that was idle last.
 */
final class Dispatches {

  private final LongMap<Dispatch> byAttempt = new LongMap<>();
  private long[] cpuMillis = {};
  private long[] memoryBytes = {};

  /** How long each machine would be busy with what it has not reported. */
  private long[] busyNs = {};

  /** Has rows for nodes below this. */
  void ensure(int bound) {
    if (bound > cpuMillis.length) {
      cpuMillis = Arrays.copyOf(cpuMillis, bound);
      memoryBytes = Arrays.copyOf(memoryBytes, bound);
      busyNs = Arrays.copyOf(busyNs, bound);
    }
  }

  void add(Dispatch dispatch) {
    var attempt = dispatch.attempt();
    byAttempt.put(attempt.id(), dispatch);
    if (attempt.tier() == Tier.OPPORTUNISTIC) {
      dispatch.reported(); // no matrix ever includes what gives way to everything else
    } else if (!dispatch.isReported()) {
      ensure(attempt.node() + 1);
      count(dispatch, 1);
    }
  }

  /** Null of an attempt that an older epoch sent. */
  @Nullable Dispatch find(Attempt attempt) {
    return byAttempt.find(attempt.id());
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
    var dispatch = byAttempt.remove(attempt.id());
    if (dispatch != null) {
      reported(dispatch);
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
}
