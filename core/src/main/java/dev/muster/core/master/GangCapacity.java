package dev.muster.core.master;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.text.Quantity;
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
    var all = nodes.stream().map(Machine::capacity).reduce(Resources.NONE, Resources::plus);
    var have =
        nodes.size() == 1 ? "node that will do has" : nodes.size() + " nodes that will do have";
    var gang = "a gang of " + Quantity.formatCount(stage.tasks()) + " tasks";
    var each = " with " + stage.resources() + " each, ";
    var need = gang + each + stage.resources().times(stage.tasks()) + " in all";
    var fit = " and can hold " + Quantity.formatCount(capacity) + " of them together: ";
    var few = Quantity.formatCount(stage.tasks() - capacity) + " too few";
    return "stage `" + stage.name() + "` is " + need + "; the " + have + " " + all + fit + few;
  }
}
