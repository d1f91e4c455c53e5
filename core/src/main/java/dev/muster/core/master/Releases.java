package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.master.state.cell.CellState;

/**
 * Releases the claims of ended tasks, as nodes report them. Reports that come while an entry is in
 * the log are gathered for the next, so that a busy log has few entries.
 */
final class Releases {

  /** How many claims are gathered; schedulers release those past the limit. */
  static final int MAX_GATHERED = 100_000;

  private final CellState cell;
  private final LeaderLog log;
  private final IntList machines = new IntList();
  private final IntList owners = new IntList();
  private final LongList ids = new LongList();
  private boolean inLog;

  Releases(CellState cell, LeaderLog log) {
    this.cell = cell;
    this.log = log;
  }

  void add(ClaimReleased released, Effects out) {
    if (ids.size() < MAX_GATHERED) {
      machines.add(released.node());
      owners.add(released.scheduler().index());
      ids.add(released.claim());
      appendIfIdle(out);
    }
  }

  private void appendIfIdle(Effects out) {
    if (inLog || ids.isEmpty()) {
      return;
    }
    var entry = cell.decideReleases(machines, owners, ids);
    machines.clear();
    owners.clear();
    ids.clear();
    if (!entry.isEmpty()) {
      inLog = true;
      log.append(new CellChanged(entry), out);
    }
  }

  void applied(Effects out) {
    inLog = false;
    appendIfIdle(out);
  }
}
