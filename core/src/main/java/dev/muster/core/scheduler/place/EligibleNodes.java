package dev.muster.core.scheduler.place;

import dev.muster.model.Require;

/**
 * The nodes that the tasks of a stage may run on, sought anew when the view of the cell changed.
 */
public final class EligibleNodes {

  private final CellNodes nodes;
  private final Require require;
  private View seen = View.EMPTY;
  private View eligible = View.EMPTY;

  public EligibleNodes(CellNodes nodes, Require require) {
    this.nodes = nodes;
    this.require = require;
  }

  public View view() {
    if (seen != nodes.view()) {
      seen = nodes.view();
      eligible = seen.meeting(require);
    }
    return eligible;
  }
}
