package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.model.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Promise 3: runs never exceed the capacity of their machine. */
final class CapacityCheck implements Observer {

  private final List<Resources> capacities;
  private final Map<Integer, Resources> resized = new HashMap<>();
  private final Map<Integer, Map<Long, Resources>> running = new HashMap<>();
  private final Map<Long, Resources> demands = new HashMap<>();
  private final Map<Integer, Resources> used = new HashMap<>();

  CapacityCheck(List<Resources> capacities) {
    this.capacities = capacities;
  }

  @Override
  public void launched(int node, Launch launch) {
    var need = launch.demand().resources();
    running.computeIfAbsent(node, _ -> new HashMap<>()).put(launch.run(), need);
    demands.put(launch.run(), need);
    var now = used.merge(node, need, Resources::plus);
    var capacity = resized.getOrDefault(node, capacities.get(node));
    if (!now.fitsIn(capacity)) {
      throw new BrokenPromise(3, "node-%d runs %s and has %s".formatted(node, now, capacity));
    }
  }

  /** A frozen run keeps all resources but cpu. */
  @Override
  public void paced(int node, long run, Pace pace) {
    var runs = running.getOrDefault(node, new HashMap<>());
    var demand = demands.get(run);
    var before = runs.get(run);
    if (before != null && demand != null) {
      var now = pace == Pace.FROZEN ? demand.withoutCpu() : demand;
      runs.put(run, now);
      used.merge(node, now.minus(before), Resources::plus);
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof ResizeMachine resize) {
      resized.put(to.index(), resize.capacity());
    }
    if (event instanceof RunExited exited) {
      var need = running.getOrDefault(to.index(), new HashMap<>()).remove(exited.run());
      if (need != null) {
        used.merge(to.index(), need, Resources::minus);
      }
    }
  }

  @Override
  public void processDied(int node) {
    resized.remove(node);
  }

  @Override
  public void crashed(int node) {
    resized.remove(node);
    running.remove(node);
    used.remove(node);
  }
}
