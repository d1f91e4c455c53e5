package dev.muster.daemon;

import dev.muster.core.master.state.cell.Audit;
import dev.muster.core.master.state.cell.Audit.OwnerActivity;
import dev.muster.core.master.state.cell.CellState;
import java.util.List;

/**
 * What each scheduler claimed while a cell ran, and how often its claims were rejected.
 *
 * @param schedulers what each did, and what it held in the end
 * @param transactions the last of all of them, the oldest first
 */
public record CellAudit(List<OwnerActivity> schedulers, List<Audit.TransactionLine> transactions) {

  static CellAudit of(CellState state) {
    return new CellAudit(state.ownerActivity(), state.audit().lastTransactions());
  }
}
