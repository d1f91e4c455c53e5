package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Role;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.NodeEvent.RunExited;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Promise 2, of copies that were given up: a node that learns that it was declared dead ends, in
 * the same step, all runs that were launched in its dead epochs. A node joins again only when none
 * is left of the runs that it had when it was declared dead.
 */
final class FenceCheck implements Observer {

  /** The runs of each machine, with the epoch of the node that launched them. */
  private final Map<Integer, Map<Long, Integer>> running = new HashMap<>();

  /** Runs that the present process of their node has told to end. */
  private final Map<Integer, Set<Long>> ending = new HashMap<>();

  /** The dead epoch that a node has just learned of. */
  private final Map<Integer, Integer> expelled = new HashMap<>();

  private record DeadEpoch(int epoch, Set<Long> runs) {}

  /** The runs that each node had when it was declared dead. */
  private final Map<Integer, DeadEpoch> givenUp = new HashMap<>();

  @Override
  public void launched(int node, Launch launch) {
    running.computeIfAbsent(node, _ -> new HashMap<>()).put(launch.run(), launch.epoch());
  }

  @Override
  public void killed(int node, long run, boolean force) {
    ending.computeIfAbsent(node, _ -> new HashSet<>()).add(run);
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof EntryCommitted committed) {
      committed(committed.entry());
    }
    if (to.role() != Role.NODE) {
      return;
    }
    verify(to.index());
    switch (event) {
      case NodeExpelled answer -> expelled.put(to.index(), answer.epoch());
      case RunExited exited ->
          running.getOrDefault(to.index(), new HashMap<>()).remove(exited.run());
      default -> {} // ends no run
    }
  }

  private void committed(LogEntry entry) {
    switch (entry) {
      case NodesDied died -> {
        for (int at = 0; at < died.nodes().size(); at++) {
          var runs = Set.copyOf(runsOn(died.nodes().get(at)).keySet());
          givenUp.put(died.nodes().get(at), new DeadEpoch(died.epochs().get(at), runs));
        }
      }
      case MachineRegistered joined -> verifyNoneLeft(joined.node(), joined.epoch());
      default -> {} // about no node
    }
  }

  private void verifyNoneLeft(int node, int epoch) {
    var dead = givenUp.get(node);
    if (dead == null || epoch <= dead.epoch()) {
      return; // never away, or not back yet
    }
    givenUp.remove(node);
    for (long run : dead.runs()) {
      if (runsOn(node).containsKey(run)) {
        throw new BrokenPromise(
            2, "run %d was given up, and node-%d joins again with it".formatted(run, node));
      }
    }
  }

  private Map<Long, Integer> runsOn(int node) {
    return running.getOrDefault(node, Map.of());
  }

  private void verify(int node) {
    var dead = expelled.remove(node);
    if (dead == null) {
      return;
    }
    var told = ending.getOrDefault(node, Set.of());
    runsOn(node)
        .forEach(
            (run, epoch) -> {
              if (epoch <= dead && !told.contains(run)) {
                throw new BrokenPromise(
                    2, "run %d on node-%d was given up and goes on".formatted(run, node));
              }
            });
  }

  @Override
  public void processDied(int node) {
    ending.remove(node);
    expelled.remove(node);
  }

  @Override
  public void crashed(int node) {
    processDied(node);
    running.remove(node);
  }
}
