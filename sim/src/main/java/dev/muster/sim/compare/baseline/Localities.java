package dev.muster.sim.compare.baseline;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.core.scheduler.place.View;
import java.util.Map;
import java.util.TreeMap;

/** Draws nodes that are as near to the largest input of a task as they have to be. */
final class Localities {

  static final int NONE = -1;

  private static final String RACK = "rack";

  /** Of all that a task reads: one that is smaller is worth no constraint. */
  private static final double SIGNIFICANT = 0.1;

  private final CellNodes nodes;
  private final Chance chance;
  private View seen = View.EMPTY;
  private final Map<String, IntList> racks = new TreeMap<>();

  Localities(CellNodes nodes, Chance chance) {
    this.nodes = nodes;
    this.chance = chance;
  }

  /** A node that the task may go to, or {@link #NONE}. */
  int draw(QueuedAttempts queued) {
    var view = nodes.view();
    if (view.size() == 0) {
      return NONE;
    }
    int holder = holder(view, queued.stage.inputs(queued.task));
    if (holder == NONE) {
      return view.node(chance.nextInt(view.size()));
    }
    return switch (queued.locality()) {
      case HOLDER -> holder;
      case RACK -> neighbour(view, holder);
      case ANYWHERE -> view.node(chance.nextInt(view.size()));
    };
  }

  private int holder(View view, TaskInputs inputs) {
    int largest = NONE;
    for (int input = 0; input < inputs.count(); input++) {
      if (largest == NONE || inputs.bytes(input) > inputs.bytes(largest)) {
        largest = input;
      }
    }
    if (largest == NONE
        || inputs.holders(largest) == 0
        || inputs.bytes(largest) < SIGNIFICANT * inputs.totalBytes()) {
      return NONE;
    }
    int holder = inputs.holder(largest, chance.nextInt(inputs.holders(largest)));
    return view.find(holder) < 0 ? NONE : holder;
  }

  private int neighbour(View view, int holder) {
    if (seen != view) {
      seen = view;
      racks.clear();
      for (int at = 0; at < view.size(); at++) {
        racks.computeIfAbsent(view.attribute(at, RACK), _ -> new IntList()).add(view.node(at));
      }
    }
    var rack = racks.getOrDefault(view.attribute(view.find(holder), RACK), new IntList());
    return rack.isEmpty() ? holder : rack.at(chance.nextInt(rack.size()));
  }
}
