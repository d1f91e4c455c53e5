package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionBuilder;

/**
 * Reads a word of each cache line that a transaction is about to touch, so that the processor
 * fetches them side by side and not one after the other. In a large cell most time is spent waiting
 * for them.
 */
final class Prefetch {

  private static final long NO_ROW = -1;

  private final MachineTable machines;
  private final ClaimTable claims;

  @SuppressWarnings("UnusedVariable") // written, so that the reads are not optimised away
  private long sum;

  Prefetch(CellTables tables) {
    this.machines = tables.machines();
    this.claims = tables.claims();
  }

  /** The lines in which claims are looked up. */
  void index(TransactionBuilder transaction) {
    long read = 0;
    long row = NO_ROW;
    for (int at = 0; at < transaction.releases(); at++) {
      long id = transaction.released(at);
      read += ClaimIndex.row(id) == row ? 0 : claims.prefetch(transaction.owner(), id);
      row = ClaimIndex.row(id);
    }
    for (int at = 0; at < transaction.claims(); at++) {
      long id = transaction.id(at);
      read += ClaimIndex.row(id) == row ? 0 : claims.prefetch(transaction.owner(), id);
      row = ClaimIndex.row(id);
    }
    sum += read;
  }

  /** The machines of claims and releases. */
  void machines(TransactionBuilder transaction, IntList released) {
    long read = 0;
    for (int at = 0; at < transaction.claims(); at++) {
      read += machines.prefetch(transaction.machine(at));
    }
    for (int i = 0; i < released.size(); i++) {
      read += machines.prefetch(claims.machine(released.at(i)));
    }
    sum += read;
  }

  /** The machines that changed in a partition after this version. */
  void machines(Partitions.Partition changed, long since) {
    long read = 0;
    for (long change = since; change < changed.version(); change++) {
      read += machines.prefetch(changed.changed(change));
    }
    sum += read;
  }
}
