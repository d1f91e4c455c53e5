package dev.muster.sim.drive;

import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.scheduler.place.commit.CommitConfig;

/**
 * How jobs share the state of a cell.
 *
 * @param commit how schedulers commit their claims
 * @param cell how the master keeps the state
 * @param routing which scheduler it gives a job to
 */
public record Sharing(CommitConfig commit, CellConfig cell, Routing routing) {

  public static Sharing standard() {
    return new Sharing(CommitConfig.standard(), CellConfig.standard(), Routing.BY_NUMBER);
  }

  public Sharing with(CommitConfig other) {
    return new Sharing(other, cell, routing);
  }
}
