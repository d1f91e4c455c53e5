package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Promise 3, for schedulers: a delta that says to include a transaction comes from a cell state in
 * which the transaction is applied. Transactions of older epochs do not count.
 */
final class DeltaCheck implements Observer {

  /** By scheduler: appended transactions that are not committed. */
  private final Map<Integer, TreeSet<Long>> pending = new HashMap<>();

  @Override
  public void appended(LogEntry entry) {
    if (entry instanceof CellChanged changed
        && changed.entry() instanceof TransactionCommitted commit) {
      pendingOf(commit.owner()).add(changed.number());
    }
  }

  private TreeSet<Long> pendingOf(int scheduler) {
    return pending.computeIfAbsent(scheduler, _ -> new TreeSet<>());
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof EntryCommitted committed
        && committed.entry() instanceof CellChanged changed
        && changed.entry() instanceof TransactionCommitted commit) {
      pendingOf(commit.owner()).remove(changed.number());
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof CellDelta delta) {
      var open = pendingOf(to.index()).floor(delta.committed());
      if (open != null && CommitTransaction.isSameEpoch(open, delta.committed())) {
        throw new BrokenPromise(
            3,
            "a delta for %s says to include transaction %d, and %d is not committed"
                .formatted(to, delta.committed(), open));
      }
    }
  }
}
