package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;
import java.util.List;

/**
 * Claims and releases of one owner, as sent to the master. The arrays are never changed.
 *
 * @param ids of the claims
 * @param machines of each claim, the one it is placed on
 * @param requestOf of each claim, the index of its request
 * @param sequences of each claim, the sequence number of its machine in the scheduler's replica
 * @param released claims of the same owner that end
 */
@SuppressWarnings("ArrayRecordComponent") // a claim must cost no object
public record Transaction(
    int owner,
    TransactionOptions options,
    List<Request> requests,
    long[] ids,
    int[] machines,
    int[] requestOf,
    int[] sequences,
    long[] released) {

  /** Whether every claim is complete and the limits are kept; others are ignored. */
  public boolean isValid() {
    return isWithinLimits()
        && machines.length == ids.length
        && requestOf.length == ids.length
        && sequences.length == ids.length
        && Arrays.stream(requestOf).allMatch(request -> request >= 0 && request < requests.size());
  }

  private boolean isWithinLimits() {
    return ids.length <= TransactionBuilder.MAX_CLAIMS
        && released.length <= TransactionBuilder.MAX_CLAIMS
        && requests.size() <= TransactionBuilder.MAX_REQUESTS;
  }

  public TransactionBuilder builder() {
    var transaction = new TransactionBuilder(owner, options);
    requests.forEach(transaction::request);
    for (int at = 0; at < ids.length; at++) {
      transaction.claim(ids[at], machines[at], requestOf[at], sequences[at]);
    }
    for (long id : released) {
      transaction.release(id);
    }
    return transaction;
  }

  public void trace(TraceHash hash) {
    hash.add(owner);
    options.trace(hash);
    hash.add(requests.size());
    requests.forEach(request -> request.trace(hash));
    hash.add(ids);
    hash.add(machines);
    hash.add(requestOf);
    hash.add(sequences);
    hash.add(released);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Transaction that
        && owner == that.owner
        && options.equals(that.options)
        && requests.equals(that.requests)
        && Arrays.equals(ids, that.ids)
        && Arrays.equals(machines, that.machines)
        && Arrays.equals(requestOf, that.requestOf)
        && Arrays.equals(sequences, that.sequences)
        && Arrays.equals(released, that.released);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(ids) + Arrays.hashCode(released);
  }

  @Override
  public String toString() {
    return "transaction of "
        + owner
        + ": "
        + ids.length
        + " claims, "
        + released.length
        + " releases";
  }
}
