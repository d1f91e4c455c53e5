package dev.muster.core.scheduler.place.commit;

import dev.muster.core.cell.Fit;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.NamedResources;
import dev.muster.core.cell.Site;
import dev.muster.model.Resources;
import java.util.Arrays;

/**
 * What a replica knows of each machine, in one flat array: a record is a row of {@link MachineRows}
 * and the position of the machine among those of its partition.
 */
public abstract sealed class MachineRecords permits Replica {

  /**
   * A row of a delta, and the machine's position in its partition; a cache line, with a word to
   * spare.
   */
  private static final int RECORD = 8;

  static final int POSITION = MachineRows.FULL_ROW;
  static final int NOWHERE = -1;

  /** Records start where cache lines do, if the array does. */
  private static final int MARGIN = 6;

  final NamedResources namedCapacity = new NamedResources();
  final NamedResources namedFree = new NamedResources();
  long[] records = new long[0];
  private int known;

  @SuppressWarnings("UnusedVariable") // written, so that the reads are not optimised away
  private long warmth;

  static int at(int machine) {
    return MARGIN + machine * RECORD;
  }

  /** There is a record for this machine from now on. */
  final void know(int machine) {
    if (machine >= known) {
      if (at(machine + 1) > records.length) {
        records = Arrays.copyOf(records, at(Math.max(machine + 1, known * 2)));
      }
      Arrays.fill(records, at(known), at(machine + 1), MachineRows.ABSENT);
      known = machine + 1;
    }
  }

  final void setNamed(int machine, Resources capacity, Resources free) {
    namedCapacity.set(machine, capacity.named());
    namedFree.set(machine, free.named());
  }

  /** Some words of the record, to have the two cache lines that it may lie in. */
  public long touch(int machine) {
    int at = at(machine);
    return records[at] + records[at + RECORD - 1];
  }

  /** Has the records fetched side by side, and not one after the other as they are written. */
  final void warm(MachineRows rows) {
    long sum = 0;
    for (int row = 0; row < rows.size(); row++) {
      int machine = rows.machine(row);
      sum += machine < known ? touch(machine) : 0;
    }
    warmth = sum;
  }

  /** All machines have numbers below this. */
  public int known() {
    return known;
  }

  public boolean has(int machine) {
    return machine >= 0
        && machine < known
        && records[at(machine) + MachineRows.CAPACITY_CPU] != MachineRows.ABSENT;
  }

  /** Whether a task fits, as far as this replica knows. */
  public boolean fits(int machine, Resources need) {
    return Fit.fits(need, records, at(machine) + MachineRows.FREE_CPU, namedFree, machine);
  }

  public Resources free(int machine) {
    int at = at(machine);
    return new Resources(
        records[at + MachineRows.FREE_CPU],
        records[at + MachineRows.FREE_MEMORY],
        namedFree.of(machine));
  }

  public Resources capacity(int machine) {
    int at = at(machine);
    return new Resources(
        records[at + MachineRows.CAPACITY_CPU],
        records[at + MachineRows.CAPACITY_MEMORY],
        namedCapacity.of(machine));
  }

  public Site site(int machine) {
    return Site.unpack(records[at(machine) + MachineRows.SITE]);
  }

  public int partition(int machine) {
    return Site.partition(records[at(machine) + MachineRows.SITE]);
  }

  public int grade(int machine) {
    return Site.grade(records[at(machine) + MachineRows.SITE]);
  }

  public int sequence(int machine) {
    return MachineRows.sequence(records[at(machine) + MachineRows.MARK]);
  }
}
