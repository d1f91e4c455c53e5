package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.master.state.cell.CellState;

/**
 * Ends the claims of tasks that nodes say have ended. What is said while an entry is on its way
 * through the log is gathered and makes the next, so that a busy log has few entries and not many.
 */
final class Releases {

  /** How many claims are gathered; what is not heard their schedulers end. */
  static final int MAX_GATHERED = 100_000;

  private final CellState state;
  private final IntList machines = new IntList();
  private final IntList owners = new IntList();
  private final LongList ids = new LongList();
  private boolean entryOut;

  Releases(CellState state) {
    this.state = state;
  }

  void add(ClaimReleased freed, Effects out) {
    if (ids.size() < MAX_GATHERED) {
      machines.add(freed.node());
      owners.add(freed.scheduler().index());
      ids.add(freed.claim());
      sendIfAble(out);
    }
  }

  private void sendIfAble(Effects out) {
    if (entryOut || ids.isEmpty()) {
      return;
    }
    var entry = state.decideReleases(machines, owners, ids);
    machines.clear();
    owners.clear();
    ids.clear();
    if (!entry.isEmpty()) {
      entryOut = true;
      out.append(new CellChanged(CellChanged.UNASKED, entry));
    }
  }

  /** Its entry may never come; nodes say again what ended. */
  void forgetEntry() {
    entryOut = false;
  }

  /** Its entry is applied. */
  void applied(Effects out) {
    entryOut = false;
    sendIfAble(out);
  }
}
