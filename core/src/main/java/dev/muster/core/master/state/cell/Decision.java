package dev.muster.core.master.state.cell;

import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.TransactionCommitted;
import java.util.List;

/**
 * The decision on a transaction: the entry for the log, and the result for its owner, which is
 * valid once the entry is applied.
 */
public final class Decision {

  /** The machine of a rejected claim. */
  public static final int NOWHERE = -1;

  private final int[] machineOf;
  private final List<Rejection> rejected;
  private final List<ClaimRef> preempted;
  private final MachineRows fresh;
  private final TransactionCommitted entry;

  Decision(
      int[] machineOf,
      List<Rejection> rejected,
      List<ClaimRef> preempted,
      MachineRows fresh,
      TransactionCommitted entry) {
    this.machineOf = machineOf;
    this.rejected = rejected;
    this.preempted = preempted;
    this.fresh = fresh;
    this.entry = entry;
  }

  /** The machine of the claim at this index; after repair another than requested. */
  public int machineOf(int at) {
    return machineOf[at];
  }

  public boolean isAccepted(int at) {
    return machineOf[at] != NOWHERE;
  }

  public int accepted() {
    return machineOf.length - rejected.size();
  }

  /** In the order of the transaction. */
  public List<Rejection> rejected() {
    return rejected;
  }

  public List<ClaimRef> preempted() {
    return preempted;
  }

  /** The machines of rejected claims, as they are after all decided transactions. */
  public MachineRows fresh() {
    return fresh;
  }

  /** The entry that must be applied before the decision is valid; may be empty. */
  public TransactionCommitted entry() {
    return entry;
  }
}
