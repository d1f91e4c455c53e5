package dev.muster.core.master.state.cell;

import dev.muster.core.cell.Request;

/**
 * Hears of every claim when it is decided and when its end is, in that order and once each: for a
 * leader that keeps sums of them. Claims of a gang that is rejected come and go.
 */
public interface ClaimWatcher {

  ClaimWatcher NOBODY =
      new ClaimWatcher() {
        @Override
        public void promised(long claim, int machine, Request request) {}

        @Override
        public void ended(long claim, int machine, Request request) {}
      };

  /** The claim takes resources of the machine from now on. */
  void promised(long claim, int machine, Request request);

  /** The claim takes them no longer; the machine may have left. */
  void ended(long claim, int machine, Request request);
}
