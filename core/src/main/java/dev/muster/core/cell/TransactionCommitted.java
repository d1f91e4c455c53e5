package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What a transaction came to: all that a follower must know to do the same. The arrays belong to
 * the entry; nobody changes them.
 *
 * @param requests what the accepted claims ask for
 * @param ids of the accepted claims
 * @param machines where each is, after repairs
 * @param requestOf of each, its place in {@code asks}
 * @param released claims of the same owner that end
 * @param preemptedOwners of the claims that were pushed out
 * @param preemptedIds of the same, their numbers
 * @param advanced machines whose sequence number goes up although nothing was claimed: see {@code
 *     CellRules.rollbackAdvances}
 */
@SuppressWarnings("ArrayRecordComponent") // a claim must cost no object
public record TransactionCommitted(
    int owner,
    List<Request> requests,
    long[] ids,
    int[] machines,
    int[] requestOf,
    long[] released,
    int[] preemptedOwners,
    long[] preemptedIds,
    int[] advanced)
    implements CellEntry {

  /** Whether applying it would change nothing. */
  public boolean isEmpty() {
    return ids.length + released.length + preemptedIds.length + advanced.length == 0;
  }

  @Override
  public void trace(TraceHash hash) {
    hash.add(owner).add(requests.size());
    requests.forEach(request -> request.trace(hash));
    hash.add(ids);
    hash.add(machines);
    hash.add(requestOf);
    hash.add(released);
    hash.add(preemptedOwners);
    hash.add(preemptedIds);
    hash.add(advanced);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TransactionCommitted that
        && owner == that.owner
        && requests.equals(that.requests)
        && Arrays.equals(ids, that.ids)
        && Arrays.equals(machines, that.machines)
        && Arrays.equals(requestOf, that.requestOf)
        && Arrays.equals(released, that.released)
        && Arrays.equals(preemptedOwners, that.preemptedOwners)
        && Arrays.equals(preemptedIds, that.preemptedIds)
        && Arrays.equals(advanced, that.advanced);
  }

  @Override
  public int hashCode() {
    return Objects.hash(owner, Arrays.hashCode(ids), Arrays.hashCode(released));
  }

  @Override
  public String toString() {
    return "commit of owner "
        + owner
        + ": "
        + ids.length
        + " claims, "
        + released.length
        + " releases, "
        + preemptedIds.length
        + " preempted";
  }
}
