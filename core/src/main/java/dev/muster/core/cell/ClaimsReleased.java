package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;

/**
 * Claims end because their tasks have ended, whoever their owners are. The arrays are never
 * changed.
 *
 * @param owners of the claims
 * @param ids of the claims
 */
@SuppressWarnings("ArrayRecordComponent") // a claim must cost no object
public record ClaimsReleased(int[] owners, long[] ids) implements CellEntry {

  /** Whether applying it would change nothing. */
  public boolean isEmpty() {
    return ids.length == 0;
  }

  @Override
  public void trace(TraceHash hash) {
    hash.add(owners);
    hash.add(ids);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClaimsReleased that
        && Arrays.equals(owners, that.owners)
        && Arrays.equals(ids, that.ids);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids);
  }

  @Override
  public String toString() {
    return "release of " + ids.length + " claims";
  }
}
