package dev.muster.core.master.state;

import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.TransactionCommitted;
import java.util.List;

/**
 * What the cell thinks of a transaction: the entry for the log, and the answer to its owner, which
 * counts once the entry is applied.
 */
public final class Decision {

  /** Where a refused claim is. */
  public static final int NOWHERE = -1;

  private final int[] machineOf;
  private final List<Rejection> refused;
  private final List<ClaimRef> preempted;
  private final MachineRows fresh;
  private final TransactionCommitted entry;

  Decision(
      int[] machineOf,
      List<Rejection> refused,
      List<ClaimRef> preempted,
      MachineRows fresh,
      TransactionCommitted entry) {
    this.machineOf = machineOf;
    this.refused = refused;
    this.preempted = preempted;
    this.fresh = fresh;
    this.entry = entry;
  }

  /** Where the claim at this place of the transaction is now: another machine if repaired. */
  public int machineOf(int at) {
    return machineOf[at];
  }

  public boolean isAccepted(int at) {
    return machineOf[at] != NOWHERE;
  }

  /** How many claims were accepted. */
  public int accepted() {
    return machineOf.length - refused.size();
  }

  /** In the order of the transaction. */
  public List<Rejection> refused() {
    return refused;
  }

  /** Whose claims had to go for this transaction. */
  public List<ClaimRef> preempted() {
    return preempted;
  }

  /** The machines that refused something, as they are after all that is decided. */
  public MachineRows fresh() {
    return fresh;
  }

  /** What the log must have before anything of this is true; it may be empty. */
  public TransactionCommitted entry() {
    return entry;
  }
}
