package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.List;

/**
 * What the owner of a transaction hears of it. Claims that are not in it were accepted as they
 * stood.
 *
 * @param rejected in the order of the transaction
 * @param moved those that were accepted on another machine than was asked for
 * @param fresh the machines that refused something, as they are after all that is decided
 */
public record TransactionResult(
    List<Rejection> rejected, List<MovedClaim> moved, PackedRows fresh) {

  /**
   * @param at the place of the claim in the transaction
   */
  public record MovedClaim(int at, int machine) {}

  public void trace(TraceHash hash) {
    hash.add(rejected.size());
    for (var one : rejected) {
      hash.add(one.at()).add(one.claim()).add(one.machine());
      hash.add(one.reason().ordinal()).add(one.needed()).add(one.available()).add(one.resource());
    }
    hash.add(moved.size());
    moved.forEach(one -> hash.add(one.at()).add(one.machine()));
    fresh.trace(hash);
  }
}
