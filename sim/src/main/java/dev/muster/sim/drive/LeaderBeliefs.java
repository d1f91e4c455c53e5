package dev.muster.sim.drive;

import dev.muster.core.actor.Address;
import dev.muster.core.event.MasterEvent;
import java.util.HashMap;
import java.util.Map;

/** Whom each sender takes for the leader: senders learn of an election late. */
final class LeaderBeliefs {

  private static final class Belief {
    private int leader;
    private int elections = 1;
    private long changesNs;
  }

  private final LogFaults faults;
  private final Map<Address<?>, Belief> bySender = new HashMap<>();
  private int elections;
  private int lastLeader;

  LeaderBeliefs(LogFaults faults) {
    this.faults = faults;
  }

  void elected(int leader) {
    elections++;
    lastLeader = leader;
  }

  int lastLeader() {
    return lastLeader;
  }

  Address<MasterEvent> route(long nowNs, Address<?> sender) {
    var belief = bySender.computeIfAbsent(sender, _ -> new Belief());
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
