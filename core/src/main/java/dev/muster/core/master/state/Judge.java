package dev.muster.core.master.state;

import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import org.jspecify.annotations.Nullable;

/**
 * Says what stands against a claim, by all that is decided. Changes nothing.
 *
 * <p>That the claim is known already comes first: who repeats a claim has not asked for more.
 */
final class Judge {

  private final int maxClaims;
  private final MachineTable machines;
  private final ClaimTable claims;

  Judge(int maxClaims, Tables tables) {
    this.maxClaims = maxClaims;
    this.machines = tables.machines();
    this.claims = tables.claims();
  }

  /**
   * @param holding of the owner of the transaction
   * @return null if nothing does
   */
  @Nullable Objection objection(TransactionBuilder transaction, int at, Holding holding) {
    int known = claims.find(transaction.owner(), transaction.id(at));
    if (known != ClaimTable.NONE) {
      return new Objection(RejectionReason.DUPLICATE, transaction.id(at), claims.machine(known));
    }
    var excess = holding.excess(transaction.requestAt(at));
    if (excess != null) {
      return excess;
    }
    return claims.size() < maxClaims
        ? ofTheMachine(transaction, at)
        : new Objection(RejectionReason.CELL_FULL, claims.size() + 1L, maxClaims);
  }

  private @Nullable Objection ofTheMachine(TransactionBuilder transaction, int at) {
    int machine = transaction.machine(at);
    if (!machines.has(machine)) {
      return new Objection(RejectionReason.NO_MACHINE, machine, 0);
    }
    int sequence = machines.promisedSequence(machine);
    if (transaction.options().conflictDetection()
            == TransactionOptions.ConflictDetection.COARSE_GRAINED
        && sequence != transaction.sequence(at)) {
      return new Objection(RejectionReason.CHANGED, transaction.sequence(at), sequence);
    }
    var request = transaction.requestAt(at);
    return machines.fits(machine, request.resources()) ? null : noRoom(machine, request);
  }

  private Objection noRoom(int machine, Request request) {
    var left = machines.left(machine);
    var need = request.resources();
    if (need.cpuMillis() > left.cpuMillis()) {
      return new Objection(RejectionReason.CPU, need.cpuMillis(), left.cpuMillis());
    }
    if (need.memoryBytes() > left.memoryBytes()) {
      return new Objection(RejectionReason.MEMORY, need.memoryBytes(), left.memoryBytes());
    }
    for (var one : need.named().entrySet()) {
      long has = left.named(one.getKey());
      if (one.getValue() > has) {
        return new Objection(RejectionReason.NAMED, one.getValue(), has, one.getKey());
      }
    }
    throw new IllegalStateException(need + " fits in " + left);
  }
}
