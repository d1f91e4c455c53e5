package dev.muster.sim.drive;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.LogEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.AppendRefused;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.LeadershipGained;
import dev.muster.core.event.MasterEvent.LeadershipLost;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The log that the masters of a cell share, modelled.
 *
 * <pre>
 *   append ──► pending ──► committed ──► EntryCommitted to each master, in order, at its own pace
 *                 │
 *                 └──► lost with the leader, all but the first ones
 * </pre>
 *
 * <p>The log elects a leader when the one before crashes, is refused an entry or is voted out. What
 * outlives a leader is committed with the first entry of the next. At most one master is down at a
 * time, so there is always a majority where there are several.
 */
public final class ReplicatedLog {

  private static final int NOBODY = -1;

  /** Whom a sender takes for the leader, and when it learns of the latest election. */
  private static final class Belief {
    private int leader;
    private int elections = 1;
    private long changesNs;
  }

  private final Simulation simulation;
  private final Network network;
  private final Observer observer;
  private final LogFaults faults;
  private final ArrayDeque<EntryCommitted> pending = new ArrayDeque<>();
  private final List<EntryCommitted> committed = new ArrayList<>();
  private final Map<Address<?>, Belief> beliefs = new HashMap<>();
  private final boolean[] up;

  /** When each master gets the latest entry that is on its way to it. */
  private final long[] deliveredNs;

  private EntryId latest = EntryId.NONE;
  private long term;
  private int leader = NOBODY;
  private int lastLeader;
  private int elections;
  private boolean electing;
  private boolean started;
  private long safeNs;

  ReplicatedLog(
      int masters, Simulation simulation, Network network, Observer observer, LogFaults faults) {
    this.simulation = simulation;
    this.network = network;
    this.observer = observer;
    this.faults = faults;
    this.up = new boolean[masters];
    this.deliveredNs = new long[masters];
    Arrays.fill(up, true);
  }

  // Entries.

  /** Nothing of a leader that was replaced is committed, or else it is stale. */
  void append(int master, long nowNs, EntryId id, LogEntry entry) {
    var item = new EntryCommitted(id, entry);
    if (id.term() != term || master != leader) {
      if (started && id.term() < term && faults.commitsStale(nowNs)) {
        append(item, nowNs);
      }
    } else if (faults.refuses(nowNs)) {
      tell(master, nowNs, new AppendRefused(id, "the log is full"));
      endTerm();
    } else {
      started = true;
      observer.appended(entry);
      append(item, nowNs);
    }
  }

  private void append(EntryCommitted item, long nowNs) {
    pending.add(item);
    safeNs = Math.max(safeNs, nowNs + network.commitNs(nowNs));
    simulation.at(safeNs, () -> commitThrough(item));
  }

  /** An entry is committed with all before it, unless it was lost. */
  private void commitThrough(EntryCommitted item) {
    while (leader != NOBODY && pending.contains(item)) {
      var next = pending.remove();
      commit(next);
      if (faults.commitsTwice(simulation.nowNs())) {
        commit(next);
      }
    }
  }

  /** Observers see each entry once, and none that is stale. */
  private void commit(EntryCommitted item) {
    committed.add(item);
    if (item.id().isAfter(latest)) {
      latest = item.id();
      observer.delivered(MasterEvent.at(leader), item);
    }
    for (int master = 0; master < up.length; master++) {
      if (up[master]) {
        long lagNs = master == leader ? 0 : faults.followerLagNs(simulation.nowNs());
        deliver(master, lagNs, item);
      }
    }
  }

  private void deliver(int master, long lagNs, EntryCommitted item) {
    deliveredNs[master] = Math.max(deliveredNs[master], simulation.nowNs() + lagNs);
    tell(master, deliveredNs[master], item);
  }

  private void tell(int master, long atNs, LogEvent event) {
    simulation.tell(MasterEvent.at(master), atNs, event);
  }

  // Leaders.

  /** The first leader. */
  void start() {
    elect();
  }

  /** Another master may lead from now on; the present leader may hear of it late. */
  public void changeLeader() {
    if (leader == NOBODY) {
      return;
    }
    long nowNs = simulation.nowNs();
    long heardNs = nowNs + faults.beliefNs(nowNs);
    tell(leader, heardNs, new LeadershipLost(term));
    if (faults.isCutOff(nowNs)) {
      deliveredNs[leader] = Math.max(deliveredNs[leader], heardNs);
    }
    endTerm();
  }

  private void endTerm() {
    leader = NOBODY;
    if (!electing) {
      electing = true;
      simulation.at(simulation.nowNs() + faults.electionNs(simulation.nowNs()), this::elect);
    }
  }

  private void elect() {
    electing = false;
    int[] candidates = IntStream.range(0, up.length).filter(master -> up[master]).toArray();
    if (candidates.length == 0) {
      return; // the next that starts is elected
    }
    int outlived = faults.surviving(pending.size());
    while (pending.size() > outlived) {
      pending.removeLast();
    }
    term++;
    elections++;
    started = false;
    leader = candidates[faults.elected(candidates.length)];
    lastLeader = leader;
    tell(leader, simulation.nowNs(), new LeadershipGained(term));
  }

  /** The master is down. */
  void crashed(int master) {
    up[master] = false;
    if (master == leader) {
      endTerm();
    }
  }

  /**
   * The master is up again and gets what follows its snapshot.
   *
   * @param last the latest entry in the snapshot
   */
  void restarted(int master, EntryId last) {
    up[master] = true;
    deliveredNs[master] = simulation.nowNs();
    for (var item : committed) {
      if (item.id().isAfter(last)) {
        deliver(master, 0, item);
      }
    }
    if (leader == NOBODY && !electing) {
      elect();
    }
  }

  /** The present leader, or the one before where there is none. */
  int leader() {
    return lastLeader;
  }

  // Senders.

  /** The master that a sender takes for the leader. */
  Address<MasterEvent> route(Address<?> sender) {
    long nowNs = simulation.nowNs();
    var belief = beliefs.computeIfAbsent(sender, _ -> new Belief());
    if (belief.elections < elections) {
      belief.elections = elections;
      belief.changesNs = nowNs + faults.routingLagNs(nowNs);
    }
    if (nowNs >= belief.changesNs) {
      belief.leader = lastLeader;
    }
    return MasterEvent.at(belief.leader);
  }
}
