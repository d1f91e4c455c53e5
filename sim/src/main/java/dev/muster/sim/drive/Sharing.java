package dev.muster.sim.drive;

import dev.muster.core.commit.CommitDesk;
import dev.muster.core.plan.CommitConfig;

/**
 * How jobs share the state of a cell.
 *
 * @param commit how schedulers commit their claims
 * @param cell how the master keeps the state
 */
public record Sharing(CommitConfig commit, CommitDesk.Config cell) {

  public static Sharing standard() {
    return new Sharing(CommitConfig.standard(), CommitDesk.Config.standard());
  }

  public Sharing with(CommitConfig other) {
    return new Sharing(other, cell);
  }
}
