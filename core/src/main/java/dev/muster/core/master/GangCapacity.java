package dev.muster.core.master;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Quantity;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.List;
import java.util.Optional;

/** Judges whether the cell could hold all tasks of a gang at once, were it empty. */
final class GangCapacity {

  private final RegisteredMachines cell;

  GangCapacity(RegisteredMachines cell) {
    this.cell = cell;
  }

  /** Why the tasks of the stage could never start together; nothing where they could. */
  Optional<String> problem(StageSpec stage) {
    var nodes = cell.qualifying(stage.where().require());
    long capacity = 0;
    for (var node : nodes) {
      capacity += Math.min(stage.tasks(), stage.resources().timesIn(node.capacity()));
    }
    return capacity >= stage.tasks()
        ? Optional.empty()
        : Optional.of(tooFew(stage, nodes, capacity));
  }

  /** Nodes may have more together than the gang asks for: no task can run on two of them. */
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
