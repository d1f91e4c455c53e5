package dev.muster.core.master;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Timing.Liveness;
import dev.muster.core.actor.flat.Chain;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.master.state.RegisteredMachines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leases of nodes: which report in time, which are suspect, and which are dead.
 *
 * <p>Soft state: a new leader gives every registered node a new lease. Leases are in the order of
 * their latest report, so that a beat looks at those alone that are overdue. They count the time
 * that the master was awake: where its own beat is late, reports wait unread, and nobody is to be
 * given up for that.
 */
final class NodeLiveness {

  /**
   * The states of a registered node.
   *
   * <pre>
   *   ALIVE ──no report──► SUSPECT ──still none──► DEAD
   *     ▲                     │
   *     └──────a report───────┘
   * </pre>
   */
  enum LivenessState implements Lifecycle.State<LivenessState> {
    ALIVE,
    SUSPECT,
    /** The entry that removes the node is on its way to the log. */
    DEAD;

    @Override
    public boolean mayBecome(LivenessState next) {
      return switch (this) {
        case ALIVE -> next == SUSPECT;
        case SUSPECT -> next != SUSPECT;
        case DEAD -> false;
      };
    }
  }

  private static final class Lease extends Chain.Link<Lease> {
    private final int node;
    private LivenessState state = LivenessState.ALIVE;
    private long renewedNs;

    /** The latest that was heard of, which need not be on record yet. */
    private int epoch;

    Lease(int node, int epoch) {
      this.node = node;
      this.epoch = epoch;
    }
  }

  private final Liveness limits;
  private final long beatNs;
  private final RegisteredMachines machines;
  private final AvoidedNodes avoided;
  private final Lifecycle<LivenessState> lifecycle;
  private final LongMap<Lease> leases = new LongMap<>();

  /** Of nodes that are not dead, the one that has been without a report for longest first. */
  private final Chain<Lease> unended = new Chain<>();

  private long nextBeatNs;
  private long asleepNs;

  /** Gives every registered node a new lease. */
  NodeLiveness(
      Timing timing,
      RegisteredMachines machines,
      AvoidedNodes avoided,
      Lifecycle<LivenessState> lifecycle,
      long nowNs) {
    this.limits = timing.liveness();
    this.beatNs = timing.beatNs();
    this.machines = machines;
    this.avoided = avoided;
    this.lifecycle = lifecycle;
    this.nextBeatNs = nowNs + beatNs;
    machines.machines().forEach(machine -> joined(nowNs, machine.node()));
  }

  /** A registered node gets its lease, unless it has one. */
  void joined(long nowNs, int node) {
    if (leases.find(node) == null) {
      var lease = new Lease(node, machines.epoch(node));
      lease.renewedNs = awakeNs(nowNs);
      leases.put(node, lease);
      unended.add(lease);
    }
  }

  /**
   * A report renews the lease.
   *
   * @return false where the death of the node is in the log, so that the report comes too late
   */
  boolean heard(long nowNs, int node, int epoch) {
    var lease = leases.find(node);
    if (lease == null || lease.state == LivenessState.DEAD) {
      return lease == null;
    }
    if (lease.state == LivenessState.SUSPECT) {
      change(lease, LivenessState.ALIVE);
      avoided.unsuspect(node);
    }
    unended.remove(lease);
    lease.renewedNs = awakeNs(nowNs);
    lease.epoch = Math.max(lease.epoch, epoch);
    unended.add(lease);
    return true;
  }

  /**
   * The death of a node is on record. A node that is there in a later epoch has a new lease.
   *
   * @return whether the node has left the cell thereby
   */
  boolean died(long nowNs, int node) {
    var lease = leases.remove(node);
    if (lease != null && lease.state != LivenessState.DEAD) {
      unended.remove(lease);
    }
    avoided.forget(node);
    if (machines.has(node)) {
      joined(nowNs, node);
      return false;
    }
    return lease != null;
  }

  /** The time without the time by which beats of the master were late, or the next is. */
  private long awakeNs(long nowNs) {
    return Math.min(nowNs, nextBeatNs) - asleepNs;
  }

  /**
   * Suspects nodes whose lease is overdue.
   *
   * @return the nodes that are dead, for the log; null where there are none
   */
  @Nullable NodesDied beat(long nowNs) {
    asleepNs += Math.max(0, nowNs - nextBeatNs);
    nextBeatNs = nowNs + beatNs;
    List<Integer> nodes = new ArrayList<>();
    List<Integer> epochs = new ArrayList<>();
    for (var lease = unended.first(); lease != null && nodes.size() < NodesDied.MAX_NODES; ) {
      long overdueNs = awakeNs(nowNs) - lease.renewedNs;
      if (overdueNs < limits.suspectAfterNs()) {
        break;
      }
      var next = lease.behind();
      if (lease.state == LivenessState.ALIVE) {
        change(lease, LivenessState.SUSPECT);
        avoided.suspect(lease.node);
      }
      if (overdueNs >= limits.deadAfterNs()) {
        change(lease, LivenessState.DEAD);
        unended.remove(lease);
        nodes.add(lease.node);
        epochs.add(lease.epoch);
      }
      lease = next;
    }
    return nodes.isEmpty() ? null : new NodesDied(nodes, epochs);
  }

  private void change(Lease lease, LivenessState next) {
    lease.state = lifecycle.change(lease.state, next);
  }
}
