package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;
import java.util.List;

/**
 * {@link MachineRows} on their way to a scheduler. The array is never changed.
 *
 * @param rows flat, as {@link MachineRows} has them
 * @param width how many words each has
 * @param named what some of the machines have besides
 */
@SuppressWarnings("ArrayRecordComponent") // a machine must cost no object
public record PackedRows(long[] rows, int width, List<MachineRows.NamedRow> named) {

  public void trace(TraceHash hash) {
    hash.add(width).add(rows);
    hash.add(named.size());
    for (var one : named) {
      hash.add(one.machine()).add(one.capacity());
      hash.add(one.free());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedRows that
        && width == that.width
        && Arrays.equals(rows, that.rows)
        && named.equals(that.named);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(rows);
  }

  @Override
  public String toString() {
    return "machines in " + rows.length + " words";
  }
}
