package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;
import java.util.List;

/**
 * A {@link TransactionBuilder} on its way to the cell. The arrays belong to it; nobody changes
 * them.
 *
 * @param ids of the claims
 * @param machines of each, where it wants to be
 * @param askOf of each, its place in {@code asks}
 * @param sequences of each, the sequence number of its machine as the scheduler saw it
 * @param released claims of the same owner that end
 */
@SuppressWarnings("ArrayRecordComponent") // a claim must cost no object
public record Transaction(
    int owner,
    TransactionOptions terms,
    List<Request> asks,
    long[] ids,
    int[] machines,
    int[] askOf,
    int[] sequences,
    long[] released) {

  /** Whether it says all of every claim and is within the limits; the cell judges no other. */
  public boolean isSound() {
    return isWithinLimits()
        && machines.length == ids.length
        && askOf.length == ids.length
        && sequences.length == ids.length
        && Arrays.stream(askOf).allMatch(ask -> ask >= 0 && ask < asks.size());
  }

  private boolean isWithinLimits() {
    return ids.length <= TransactionBuilder.MAX_CLAIMS
        && released.length <= TransactionBuilder.MAX_CLAIMS
        && asks.size() <= TransactionBuilder.MAX_ASKS;
  }

  public TransactionBuilder transaction() {
    var transaction = new TransactionBuilder(owner, terms);
    asks.forEach(transaction::ask);
    for (int at = 0; at < ids.length; at++) {
      transaction.claim(ids[at], machines[at], askOf[at], sequences[at]);
    }
    for (long id : released) {
      transaction.release(id);
    }
    return transaction;
  }

  public void trace(TraceHash hash) {
    hash.add(owner);
    terms.trace(hash);
    hash.add(asks.size());
    asks.forEach(ask -> ask.trace(hash));
    Images.add(hash, ids);
    Images.add(hash, machines);
    Images.add(hash, askOf);
    Images.add(hash, sequences);
    Images.add(hash, released);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Transaction that
        && owner == that.owner
        && terms.equals(that.terms)
        && asks.equals(that.asks)
        && Arrays.equals(ids, that.ids)
        && Arrays.equals(machines, that.machines)
        && Arrays.equals(askOf, that.askOf)
        && Arrays.equals(sequences, that.sequences)
        && Arrays.equals(released, that.released);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(ids) + Arrays.hashCode(released);
  }

  @Override
  public String toString() {
    return "proposal of " + owner + ": " + ids.length + " claims, " + released.length + " releases";
  }
}
