package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The effects of a transaction: all that a follower needs to apply the same. The arrays are never
 * changed.
 *
 * @param requests of the accepted claims
 * @param ids of the accepted claims
 * @param machines of each claim, after repair
 * @param requestOf of each claim, the index of its request
 * @param released claims of the same owner that end
 * @param preemptedOwners of the preempted claims
 * @param preemptedIds of the preempted claims
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
    var counts = ids.length + " claims, " + released.length + " releases, " + preemptedIds.length;
    return "commit of owner " + owner + ": " + counts + " preempted";
  }
}
