package dev.muster.core.master;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Quantity;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.List;
import java.util.Optional;

/** Checks whether all tasks of a gang would fit at once in an empty cell. */
final class GangCapacity {

  private final RegisteredMachines machines;

  GangCapacity(RegisteredMachines machines) {
    this.machines = machines;
  }

  /** Why the tasks of the stage could never start together; empty if they could. */
  Optional<String> problem(StageSpec stage) {
    var nodes = machines.qualifying(stage.where().require());
    long capacity = 0;
    for (var node : nodes) {
      capacity += Math.min(stage.tasks(), stage.resources().timesIn(node.capacity()));
    }
    return capacity >= stage.tasks()
        ? Optional.empty()
        : Optional.of(tooFew(stage, nodes, capacity));
  }

  /** Nodes may have more together than the gang needs: no task can run on two of them. */
  private static String tooFew(StageSpec stage, List<Machine> nodes, long capacity) {
    int count = nodes.size();
    return "stage `"
        + stage.name()
        + "` is a gang of "
        + Quantity.formatCount(stage.tasks())
        + " tasks with "
        + stage.resources()
        + " each, "
        + stage.resources().times(stage.tasks())
        + " in all; the "
        + (count == 1 ? "node" : count + " nodes")
        + " that will do "
        + (count == 1 ? "has " : "have ")
        + nodes.stream().map(Machine::capacity).reduce(Resources.NONE, Resources::plus)
        + " and room for "
        + Quantity.formatCount(capacity)
        + " of them together: "
        + Quantity.formatCount(stage.tasks() - capacity)
        + " too few";
  }
}
