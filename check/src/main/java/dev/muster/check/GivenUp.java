package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.PlaceTask;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which reservations were at a node when the log had that the node is dead. */
final class GivenUp {

  private final Map<Integer, Set<Long>> sent = new HashMap<>();
  private final Set<Long> all = new HashSet<>();

  void sent(Address<?> to, Event event) {
    switch (event) {
      case EnqueueReservation enqueue -> at(to.index()).add(enqueue.reservation());
      case PlaceTask place -> at(to.index()).add(place.reservation());
      default -> {} // brings nothing to a node
    }
  }

  void launched(int node, long run) {
    at(node).add(run);
  }

  void delivered(Event event) {
    if (event instanceof EntryCommitted committed && committed.entry() instanceof NodesDied died) {
      for (int node : died.nodes()) {
        all.addAll(at(node));
        at(node).clear();
      }
    }
  }

  private Set<Long> at(int node) {
    return sent.computeIfAbsent(node, _ -> new HashSet<>());
  }

  boolean has(long reservation) {
    return all.contains(reservation);
  }
}
