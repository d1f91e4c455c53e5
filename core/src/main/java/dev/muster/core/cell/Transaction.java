package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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

  /** The first field that is incomplete or past its limit, and why; empty if all are valid. */
  public Optional<String> problem() {
    return excess("ids", ids.length, TransactionBuilder.MAX_CLAIMS)
        .or(() -> excess("released", released.length, TransactionBuilder.MAX_CLAIMS))
        .or(() -> excess("requests", requests.size(), TransactionBuilder.MAX_REQUESTS))
        .or(() -> difference("machines", machines.length))
        .or(() -> difference("requestOf", requestOf.length))
        .or(() -> difference("sequences", sequences.length))
        .or(this::unknownRequest);
  }

  private static Optional<String> excess(String field, int length, int most) {
    return length <= most
        ? Optional.empty()
        : Optional.of(field + " has " + length + " elements, its limit is " + most);
  }

  private Optional<String> difference(String field, int length) {
    return length == ids.length
        ? Optional.empty()
        : Optional.of(field + " has " + length + " elements for " + ids.length + " claims");
  }

  private Optional<String> unknownRequest() {
    for (int at = 0; at < requestOf.length; at++) {
      if (requestOf[at] < 0 || requestOf[at] >= requests.size()) {
        var field = "requestOf[" + at + "] is " + requestOf[at];
        return Optional.of(field + ", the transaction has " + requests.size() + " requests");
      }
    }
    return Optional.empty();
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
    var counts = ids.length + " claims, " + released.length + " releases";
    return "transaction of " + owner + ": " + counts;
  }
}
