package dev.muster.core.master.state.cell;

import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.UsageTable.OwnerUsage;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conflict of a claim with all decided transactions, if any. Changes nothing.
 *
 * <p>Duplicates come first: a repeated claim requests nothing more.
 */
final class ConflictCheck {

  private final int maxClaims;
  private final MachineTable machines;
  private final ClaimTable claims;

  ConflictCheck(int maxClaims, CellTables tables) {
    this.maxClaims = maxClaims;
    this.machines = tables.machines();
    this.claims = tables.claims();
  }

  /**
   * @param usage of the owner of the transaction
   * @return null if there is none
   */
  @Nullable Conflict conflict(TransactionBuilder transaction, int at, OwnerUsage usage) {
    int known = claims.find(transaction.owner(), transaction.id(at));
    if (known != ClaimTable.NONE) {
      return new Conflict(RejectionReason.DUPLICATE, transaction.id(at), claims.machine(known));
    }
    var excess = usage.exceeded(transaction.requestAt(at));
    if (excess != null) {
      return excess;
    }
    return claims.size() < maxClaims
        ? machineConflict(transaction, at)
        : new Conflict(RejectionReason.CELL_FULL, claims.size() + 1L, maxClaims);
  }

  private @Nullable Conflict machineConflict(TransactionBuilder transaction, int at) {
    int machine = transaction.machine(at);
    if (!machines.has(machine)) {
      return new Conflict(RejectionReason.NO_MACHINE, machine, 0);
    }
    int sequence = machines.promisedSequence(machine);
    if (transaction.options().conflictDetection()
            == TransactionOptions.ConflictDetection.COARSE_GRAINED
        && sequence != transaction.sequence(at)) {
      return new Conflict(RejectionReason.CHANGED, transaction.sequence(at), sequence);
    }
    var request = transaction.requestAt(at);
    return machines.fits(machine, request.resources()) ? null : fitConflict(machine, request);
  }

  private Conflict fitConflict(int machine, Request request) {
    var available = machines.available(machine);
    var need = request.resources();
    if (need.cpuMillis() > available.cpuMillis()) {
      return new Conflict(RejectionReason.CPU, need.cpuMillis(), available.cpuMillis());
    }
    if (need.memoryBytes() > available.memoryBytes()) {
      return new Conflict(RejectionReason.MEMORY, need.memoryBytes(), available.memoryBytes());
    }
    for (var one : need.named().entrySet()) {
      long has = available.named(one.getKey());
      if (one.getValue() > has) {
        return new Conflict(RejectionReason.NAMED, one.getValue(), has, one.getKey());
      }
    }
    throw new IllegalStateException(need + " fits in " + available);
  }

  /** A rejection in the making: see {@link Rejection}. */
  record Conflict(RejectionReason reason, long needed, long available, String resource) {

    Conflict(RejectionReason reason, long needed, long available) {
      this(reason, needed, available, "");
    }

    /** Whether preemption on the machine could help. */
    boolean isFit() {
      return reason.isAboutMachine() && reason != RejectionReason.CHANGED;
    }

    Rejection rejection(TransactionBuilder transaction, int at) {
      return new Rejection(
          at, transaction.id(at), transaction.machine(at), reason, needed, available, resource);
    }
  }
}
