package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.List;

/**
 * The result of a transaction. Claims that are not in the result were accepted as requested.
 *
 * @param rejected in the order of the transaction
 * @param moved claims that were accepted on another machine than was requested
 * @param fresh the machines of rejected claims, as they are after all decided transactions
 */
public record TransactionResult(
    List<Rejection> rejected, List<MovedClaim> moved, PackedRows fresh) {

  /** Nothing rejected, nothing moved. */
  public static final TransactionResult NONE =
      new TransactionResult(List.of(), List.of(), new MachineRows().pack());

  /**
   * @param at the index of the claim in the transaction
   */
  public record MovedClaim(int at, int machine) {}

  public void trace(TraceHash hash) {
    hash.add(rejected.size());
    for (var one : rejected) {
      hash.add(one.at()).add(one.claim()).add(one.machine());
      hash.add(one.reason().ordinal()).add(one.needed()).add(one.available()).add(one.detail());
    }
    hash.add(moved.size());
    moved.forEach(one -> hash.add(one.at()).add(one.machine()));
    fresh.trace(hash);
  }
}
