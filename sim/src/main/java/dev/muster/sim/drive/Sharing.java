package dev.muster.sim.drive;

import dev.muster.core.commit.CommitDesk;
import dev.muster.core.plan.CommitConfig;
import dev.muster.core.submit.Routing;

/**
 * How jobs share the state of a cell.
 *
 * @param commit how schedulers commit their claims
 * @param cell how the master keeps the state
 * @param routing which scheduler it gives a job to
 */
public record Sharing(CommitConfig commit, CommitDesk.Config cell, Routing routing) {

  public static Sharing standard() {
    return new Sharing(CommitConfig.standard(), CommitDesk.Config.standard(), Routing.BY_NUMBER);
  }

  public Sharing with(CommitConfig other) {
    return new Sharing(other, cell, routing);
  }
}
