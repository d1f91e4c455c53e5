package dev.muster.sim.drive;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Lifecycle;
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
import java.util.List;
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

  /**
   * <pre>
   *   VACANT ──► LED ──► ELECTING
   *      ▲        ▲──────────┤
   *      └───────────────────┘
   * </pre>
   */
  private enum TermState implements Lifecycle.State<TermState> {
    /** No master is up that could lead. */
    VACANT,
    LED,
    ELECTING;

    @Override
    public boolean mayBecome(TermState next) {
      return switch (this) {
        case VACANT -> next == LED;
        case LED -> next == ELECTING;
        case ELECTING -> next == LED || next == VACANT;
      };
    }
  }

  private final Simulation simulation;
  private final Network network;
  private final Observer observer;
  private final LogFaults faults;
  private final ArrayDeque<EntryCommitted> pending = new ArrayDeque<>();
  private final List<EntryCommitted> committed = new ArrayList<>();
  private final LeaderBeliefs beliefs;
  private final boolean[] up;

  /** When each master gets the latest entry that is on its way to it. */
  private final long[] deliveredNs;

  private final Lifecycle<TermState> lifecycle = new Lifecycle<>(TermState.class);
  private TermState state = TermState.VACANT;
  private EntryId latest = EntryId.NONE;
  private long term;

  /** The latest term whose leader has appended something. */
  private long startedTerm;

  /** {@link #NOBODY} while there is none. */
  private int leader = NOBODY;

  private long safeNs;

  ReplicatedLog(
      int masters, Simulation simulation, Network network, Observer observer, LogFaults faults) {
    this.simulation = simulation;
    this.network = network;
    this.observer = observer;
    this.faults = faults;
    this.beliefs = new LeaderBeliefs(faults);
    this.up = new boolean[masters];
    this.deliveredNs = new long[masters];
    Arrays.fill(up, true);
  }

  // Entries.

  /** Nothing of a leader that was replaced is committed, or else it is stale. */
  void append(int master, long nowNs, EntryId id, LogEntry entry) {
    var item = new EntryCommitted(id, entry);
    if (id.term() != term || master != leader) {
      if (startedTerm == term && id.term() < term && faults.commitsStale(nowNs)) {
        append(item, nowNs);
      }
    } else if (faults.refuses(nowNs)) {
      tell(master, nowNs, new AppendRefused(id, "the log is full"));
      endTerm();
    } else {
      startedTerm = term;
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
    while (state == TermState.LED && pending.contains(item)) {
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
    if (state != TermState.LED) {
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
    become(TermState.ELECTING);
    simulation.at(simulation.nowNs() + faults.electionNs(simulation.nowNs()), this::elect);
  }

  private void become(TermState next) {
    state = lifecycle.change(state, next);
  }

  /** Where no master is up, the next that starts is elected. */
  private void elect() {
    int[] candidates = IntStream.range(0, up.length).filter(master -> up[master]).toArray();
    if (candidates.length == 0) {
      become(TermState.VACANT);
      return;
    }
    int outlived = faults.surviving(pending.size());
    while (pending.size() > outlived) {
      pending.removeLast();
    }
    term++;
    become(TermState.LED);
    leader = candidates[faults.elected(candidates.length)];
    beliefs.elected(leader);
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
    if (state == TermState.VACANT) {
      elect();
    }
  }

  /** The present leader, or the one before where there is none. */
  int leader() {
    return beliefs.lastLeader();
  }

  /** The master that a sender takes for the leader. */
  Address<MasterEvent> route(Address<?> sender) {
    return beliefs.route(simulation.nowNs(), sender);
  }
}
