package dev.muster.core.master.state;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.Fit;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.MachineRows.NamedRow;
import dev.muster.core.cell.NamedResources;
import dev.muster.core.cell.Site;
import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.Map;

/**
 * The machines, one record of eight longs each: a cache line, or two that are neighbours, hold all
 * that one claim touches.
 *
 * <pre>
 *   free cpu · free memory · capacity cpu · capacity memory · site · sequences · left cpu · left memory
 *   └─ what the log has come to ─────────────────────────────────┘ └─ and what is already promised ─┘
 * </pre>
 *
 * <i>Free</i> changes when an entry is applied; <i>left</i> when it is decided. The one sequence
 * number is in the upper half of its long, the other in the lower.
 */
public final class MachineTable {

  private static final int RECORD = 8;

  /**
   * Words that are left free so that records start where cache lines do, if the array does: it has
   * a header of two words. Some collectors put large arrays there and others do not.
   */
  private static final int MARGIN = 6;

  private static final int FREE = 0;
  private static final int CAPACITY = 2;
  private static final int SITE = 4;
  private static final int SEQUENCES = 5;
  private static final int LEFT = 6;

  private static final int FIRST_MACHINES = 16;
  private static final long ABSENT = MachineRows.ABSENT;

  private final NamedResources namedCapacity = new NamedResources();
  private final NamedResources namedFree = new NamedResources();
  private final NamedResources namedLeft = new NamedResources();
  private long[] records = new long[0];
  private int known;
  private int present;
  private long brokenPromises;

  private static int at(int machine) {
    return MARGIN + machine * RECORD;
  }

  /** How many there are. */
  int present() {
    return present;
  }

  /** All numbers that ever joined are below this. */
  int known() {
    return known;
  }

  boolean has(int machine) {
    return machine >= 0 && machine < known && records[at(machine) + CAPACITY] != ABSENT;
  }

  /**
   * Makes it present with all of its room free; its sequence numbers go on from where they were.
   */
  void join(int machine, Resources capacity, Site site) {
    know(machine);
    int at = at(machine);
    present++;
    records[at + SITE] = site.packed();
    advance(machine);
    setPair(at + CAPACITY, capacity.cpuMillis(), capacity.memoryBytes());
    setPair(at + FREE, capacity.cpuMillis(), capacity.memoryBytes());
    setPair(at + LEFT, capacity.cpuMillis(), capacity.memoryBytes());
    setNamed(machine, capacity.named());
  }

  void leave(int machine) {
    int at = at(machine);
    present--;
    setPair(at + CAPACITY, ABSENT, ABSENT);
    setPair(at + FREE, ABSENT, ABSENT);
    setPair(at + LEFT, ABSENT, ABSENT);
    setNamed(machine, Resources.NONE.named());
  }

  private void setNamed(int machine, Map<String, Long> named) {
    namedCapacity.set(machine, named);
    namedFree.set(machine, named);
    namedLeft.set(machine, named);
  }

  /** Makes numbers up to this one known; the new ones are absent. */
  void know(int machine) {
    int machines = machine + 1;
    if (at(machines) > records.length) {
      int length = Math.max(FIRST_MACHINES, Math.max(machines, records.length / RECORD * 2));
      records = Arrays.copyOf(records, at(Math.min(length, MachineJoined.MAX_MACHINES)));
    }
    for (; known < machines; known++) {
      int at = at(known);
      setPair(at + CAPACITY, ABSENT, ABSENT);
      setPair(at + FREE, ABSENT, ABSENT);
      setPair(at + LEFT, ABSENT, ABSENT);
    }
  }

  private void setPair(int at, long cpuMillis, long memoryBytes) {
    records[at] = cpuMillis;
    records[at + 1] = memoryBytes;
  }

  /** Whether it has less than is claimed on it now, and had enough before. */
  boolean resize(int machine, Resources capacity) {
    boolean before = isOvercommitted(machine);
    var more = capacity.minus(capacity(machine));
    int at = at(machine);
    addPair(at + CAPACITY, more);
    addPair(at + FREE, more);
    addPair(at + LEFT, more);
    namedCapacity.set(machine, capacity.named());
    namedFree.add(machine, more.named());
    namedLeft.add(machine, more.named());
    advance(machine);
    return breaks(machine, before);
  }

  private boolean breaks(int machine, boolean before) {
    boolean broken = !before && isOvercommitted(machine);
    brokenPromises += broken ? 1 : 0;
    return broken;
  }

  /** How often a machine came to have less than is claimed on it. */
  long brokenPromises() {
    return brokenPromises;
  }

  void setBrokenPromises(long count) {
    brokenPromises = count;
  }

  void move(int machine, Site site) {
    records[at(machine) + SITE] = site.packed();
  }

  private void addPair(int at, Resources amount) {
    records[at] += amount.cpuMillis();
    records[at + 1] += amount.memoryBytes();
  }

  private void subtractPair(int at, Resources amount) {
    records[at] -= amount.cpuMillis();
    records[at + 1] -= amount.memoryBytes();
  }

  /** Whether it fits in what is neither taken nor promised. */
  boolean fits(int machine, Resources need) {
    return Fit.fits(need, records, at(machine) + LEFT, namedLeft, machine);
  }

  /** Decided: the room is somebody's from now on. */
  void promise(int machine, Resources need) {
    subtractPair(at(machine) + LEFT, need);
    namedLeft.subtract(machine, need.named());
  }

  /** Decided that it ends, or not promised after all. */
  void unpromise(int machine, Resources need) {
    if (has(machine)) {
      addPair(at(machine) + LEFT, need);
      namedLeft.add(machine, need.named());
    }
  }

  /** Applied. Whether the machine has too little for it. */
  boolean take(int machine, Resources need) {
    boolean before = isOvercommitted(machine);
    subtractPair(at(machine) + FREE, need);
    namedFree.subtract(machine, need.named());
    return breaks(machine, before);
  }

  /** Applied that it ended. */
  void give(int machine, Resources need) {
    addPair(at(machine) + FREE, need);
    namedFree.add(machine, need.named());
  }

  int sequence(int machine) {
    return (int) (records[at(machine) + SEQUENCES] >>> Integer.SIZE);
  }

  /** The sequence number when all that is decided is applied. */
  int promisedSequence(int machine) {
    return (int) records[at(machine) + SEQUENCES];
  }

  void advancePromised(int machine) {
    setSequences(machine, sequence(machine), promisedSequence(machine) + 1);
  }

  void rewindPromised(int machine) {
    setSequences(machine, sequence(machine), promisedSequence(machine) - 1);
  }

  /** One further; the promised number is never behind. */
  void advanceApplied(int machine) {
    int next = sequence(machine) + 1;
    int promised = promisedSequence(machine);
    setSequences(machine, next, promised - next < 0 ? next : promised);
  }

  /** Both, for what nobody decides. */
  private void advance(int machine) {
    setSequences(machine, sequence(machine) + 1, promisedSequence(machine) + 1);
  }

  void setSequences(int machine, int applied, int promised) {
    records[at(machine) + SEQUENCES] =
        ((long) applied << Integer.SIZE) | Integer.toUnsignedLong(promised);
  }

  /** Forgets what was promised and not applied. */
  void forgetPromises() {
    for (int machine = 0; machine < known; machine++) {
      int at = at(machine);
      setPair(at + LEFT, records[at + FREE], records[at + FREE + 1]);
      setSequences(machine, sequence(machine), sequence(machine));
      namedLeft.set(machine, namedFree.of(machine));
    }
  }

  Resources capacity(int machine) {
    int at = at(machine) + CAPACITY;
    return new Resources(records[at], records[at + 1], namedCapacity.of(machine));
  }

  Map<String, Long> namedCapacity(int machine) {
    return namedCapacity.of(machine);
  }

  Resources free(int machine) {
    int at = at(machine) + FREE;
    return new Resources(records[at], records[at + 1], namedFree.of(machine));
  }

  Resources left(int machine) {
    int at = at(machine) + LEFT;
    return new Resources(records[at], records[at + 1], namedLeft.of(machine));
  }

  /** Whether more is claimed on it than it has. */
  boolean isOvercommitted(int machine) {
    int at = at(machine) + FREE;
    return has(machine) && (records[at] < 0 || records[at + 1] < 0 || namedFree.isShort(machine));
  }

  /** See {@link Site#packed}. */
  long site(int machine) {
    return records[at(machine) + SITE];
  }

  /** As applied. One that is not there has no room to be told of, where all know what there is. */
  void describe(int machine, MachineRows rows) {
    if (has(machine) || !rows.isFreeOnly()) {
      describe(machine, FREE, sequence(machine), namedFree, rows);
    }
  }

  /**
   * As it will be when all that is decided is applied. One that is not there is described as
   * absent, unless its number could never be one.
   */
  void describePromised(int machine, MachineRows rows) {
    if (has(machine)) {
      describe(machine, LEFT, promisedSequence(machine), namedLeft, rows);
    } else if (machine >= 0 && machine < MachineJoined.MAX_MACHINES) {
      int sequence = machine < known ? promisedSequence(machine) : 0;
      int to = rows.addRow();
      Arrays.fill(rows.flat(), to, to + MachineRows.SITE, ABSENT);
      rows.flat()[to + MachineRows.MARK] = MachineRows.mark(machine, sequence);
      rows.flat()[to + MachineRows.SITE] = machine < known ? site(machine) : 0;
    }
  }

  private void describe(
      int machine, int room, int sequence, NamedResources named, MachineRows rows) {
    int from = at(machine);
    int to = rows.addRow();
    long[] flat = rows.flat();
    flat[to + MachineRows.FREE_CPU] = records[from + room];
    flat[to + MachineRows.FREE_MEMORY] = records[from + room + 1];
    flat[to + MachineRows.MARK] = MachineRows.mark(machine, sequence);
    if (!rows.isFreeOnly()) {
      flat[to + MachineRows.CAPACITY_CPU] = records[from + CAPACITY];
      flat[to + MachineRows.CAPACITY_MEMORY] = records[from + CAPACITY + 1];
      flat[to + MachineRows.SITE] = records[from + SITE];
    }
    if (namedCapacity.has(machine) || named.has(machine)) {
      rows.add(named(machine, named));
    }
  }

  /** What a machine owes and does not have it is said to have none of. */
  private NamedRow named(int machine, NamedResources room) {
    var has = Resources.each(namedCapacity.of(machine), room.of(machine), (mine, _) -> mine);
    return new NamedRow(machine, new Resources(0, 0, has), new Resources(0, 0, room.of(machine)));
  }

  /** Some words of the record, to have the two cache lines that it may lie in. */
  long touch(int machine) {
    if (machine < 0 || machine >= known) {
      return 0;
    }
    int at = at(machine);
    return records[at] + records[at + RECORD - 1];
  }

  long bytes() {
    return (long) records.length * Long.BYTES;
  }
}
