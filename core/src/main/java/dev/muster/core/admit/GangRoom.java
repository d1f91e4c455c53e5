package dev.muster.core.admit;

import dev.muster.core.commit.Cell;
import dev.muster.model.Quantity;
import dev.muster.model.StageSpec;
import java.util.Optional;

/** Judges whether the cell could hold all tasks of a gang at once, were it empty. */
final class GangRoom {

  private final Cell cell;

  GangRoom(Cell cell) {
    this.cell = cell;
  }

  /** Why the tasks of the stage could never start together; nothing where they could. */
  Optional<String> problem(StageSpec stage) {
    var nodes = cell.qualifying(stage.where().require());
    long room = 0;
    for (var node : nodes) {
      room += Math.min(stage.tasks(), stage.resources().timesIn(node.capacity()));
    }
    return room >= stage.tasks()
        ? Optional.empty()
        : Optional.of(tooFew(stage, nodes.size(), room));
  }

  private static String tooFew(StageSpec stage, int nodes, long room) {
    return "stage `"
        + stage.name()
        + "` is a gang of "
        + Quantity.formatCount(stage.tasks())
        + " tasks with "
        + stage.resources()
        + " each; the "
        + (nodes == 1 ? "node" : nodes + " nodes")
        + " that will do "
        + (nodes == 1 ? "has" : "have")
        + " room for "
        + Quantity.formatCount(room)
        + " of them together: "
        + Quantity.formatCount(stage.tasks() - room)
        + " too few";
  }
}
