package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Role;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.NodeEvent.RunExited;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Promise 2, of copies that were given up: a node that learns that it was declared dead ends, in
 * the same step, all runs that were launched in its dead epochs.
 */
final class FenceCheck implements Observer {

  /** The runs of each machine, with the epoch of the node that launched them. */
  private final Map<Integer, Map<Long, Integer>> running = new HashMap<>();

  /** Runs that the present process of their node has told to end. */
  private final Map<Integer, Set<Long>> ending = new HashMap<>();

  /** The dead epoch that a node has just learned of. */
  private final Map<Integer, Integer> expelled = new HashMap<>();

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

  private void verify(int node) {
    var dead = expelled.remove(node);
    if (dead == null) {
      return;
    }
    var told = ending.getOrDefault(node, Set.of());
    running
        .getOrDefault(node, Map.of())
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
