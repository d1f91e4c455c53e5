package dev.muster.core.node;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.node.NodeHealth.HealthState;
import dev.muster.core.node.Run.RunState;
import dev.muster.core.node.queue.QueuedTask.QueuedTaskState;
import dev.muster.core.node.resource.Allocation.AllocationState;
import java.util.List;

/**
 * Where the tasks, allocations, runs and the health of nodes change their states. The nodes of a
 * simulated cell share one, so that a cell of 100,000 counts in a few cache lines.
 */
public record NodeLifecycles(
    Lifecycle<QueuedTaskState> tasks,
    Lifecycle<AllocationState> allocations,
    Lifecycle<RunState> runs,
    Lifecycle<HealthState> health) {

  public NodeLifecycles() {
    this(
        new Lifecycle<>(QueuedTaskState.class),
        new Lifecycle<>(AllocationState.class),
        new Lifecycle<>(RunState.class),
        new Lifecycle<>(HealthState.class));
  }

  public List<Lifecycle<?>> all() {
    return List.of(tasks, allocations, runs, health);
  }
}
