package dev.muster.core.scheduler;

import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims that no task needs any more. Most of them the node has ended already; the scheduler says
 * so as well, at beats, so that no claim outlives a node that forgot it.
 */
final class UnneededClaims {

  /** How many claims one transaction releases; the others follow. */
  static final int RELEASE_BATCH = 10_000;

  private final int owner;
  private final ReservationTable table;
  private List<Long> inherited = List.of();
  private boolean due;

  UnneededClaims(int owner, ReservationTable table) {
    this.owner = owner;
    this.table = table;
  }

  /** Older lives have these; which of them tasks still need is known when all are counted. */
  void inherit(List<Long> claims) {
    inherited = claims;
  }

  /** All tasks of older epochs that nodes have are adopted: claims for others end. */
  void counted() {
    for (long claim : inherited) {
      int slot = table.find(claim);
      if (slot == ReservationTable.NONE) {
        table.unclaimed.add(claim);
      } else {
        table.inherit(slot);
      }
    }
    inherited = List.of();
  }

  boolean isEmpty() {
    return table.unclaimed.isEmpty();
  }

  /** All that there are now are to be released. */
  void beat() {
    due = true;
  }

  /** The next transaction of releases; null where none is due. */
  @Nullable Transaction next() {
    if (!due || isEmpty()) {
      due = false;
      return null;
    }
    int count = Math.min(table.unclaimed.size(), RELEASE_BATCH);
    var ends = new TransactionBuilder(owner, TransactionOptions.STANDARD);
    for (int i = 0; i < count; i++) {
      ends.release(table.unclaimed.at(i));
    }
    table.unclaimed.removeFirst(count);
    due = !isEmpty();
    return ends.build();
  }
}
