package dev.muster.core.master.state.cell;

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
 *   free cpu · free memory · capacity cpu · capacity memory · site · sequences · available cpu · available memory
 *   └─ applied ──────────────────────────────────────────────────┘ └─ promised ─────────────────────────┘
 * </pre>
 *
 * <i>Free</i> changes when an entry is applied, <i>available</i> when it is decided. The applied
 * sequence number is in the upper half of its long, the promised one in the lower.
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
  private static final int AVAILABLE = 6;

  private static final int FIRST_MACHINES = 16;
  private static final long ABSENT = MachineRows.ABSENT;

  private final NamedResources namedCapacity = new NamedResources();
  private final NamedResources namedFree = new NamedResources();
  private final NamedResources namedAvailable = new NamedResources();
  private long[] records = new long[0];
  private int known;
  private int present;
  private long overcommits;

  private static int at(int machine) {
    return MARGIN + machine * RECORD;
  }

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

  /** Adds a machine with all of its capacity free; its sequence numbers continue. */
  void join(int machine, Resources capacity, Site site) {
    ensureKnown(machine);
    int at = at(machine);
    present++;
    records[at + SITE] = site.packed();
    advance(machine);
    setPair(at + CAPACITY, capacity.cpuMillis(), capacity.memoryBytes());
    setPair(at + FREE, capacity.cpuMillis(), capacity.memoryBytes());
    setPair(at + AVAILABLE, capacity.cpuMillis(), capacity.memoryBytes());
    setNamed(machine, capacity.named());
  }

  void leave(int machine) {
    int at = at(machine);
    present--;
    setPair(at + CAPACITY, ABSENT, ABSENT);
    setPair(at + FREE, ABSENT, ABSENT);
    setPair(at + AVAILABLE, ABSENT, ABSENT);
    setNamed(machine, Resources.NONE.named());
  }

  private void setNamed(int machine, Map<String, Long> named) {
    namedCapacity.set(machine, named);
    namedFree.set(machine, named);
    namedAvailable.set(machine, named);
  }

  /** Makes numbers up to this one known; new ones are absent. */
  void ensureKnown(int machine) {
    int machines = machine + 1;
    if (at(machines) > records.length) {
      int length = Math.max(FIRST_MACHINES, Math.max(machines, records.length / RECORD * 2));
      records = Arrays.copyOf(records, at(Math.min(length, MachineJoined.MAX_MACHINES)));
    }
    for (; known < machines; known++) {
      int at = at(known);
      setPair(at + CAPACITY, ABSENT, ABSENT);
      setPair(at + FREE, ABSENT, ABSENT);
      setPair(at + AVAILABLE, ABSENT, ABSENT);
    }
  }

  private void setPair(int at, long cpuMillis, long memoryBytes) {
    records[at] = cpuMillis;
    records[at + 1] = memoryBytes;
  }

  /** Gives whether the machine became overcommitted. */
  boolean resize(int machine, Resources capacity) {
    boolean before = isOvercommitted(machine);
    var more = capacity.minus(capacity(machine));
    int at = at(machine);
    addPair(at + CAPACITY, more);
    addPair(at + FREE, more);
    addPair(at + AVAILABLE, more);
    namedCapacity.set(machine, capacity.named());
    namedFree.add(machine, more.named());
    namedAvailable.add(machine, more.named());
    advance(machine);
    return noteOvercommit(machine, before);
  }

  private boolean noteOvercommit(int machine, boolean before) {
    boolean broken = !before && isOvercommitted(machine);
    overcommits += broken ? 1 : 0;
    return broken;
  }

  long overcommits() {
    return overcommits;
  }

  void setOvercommits(long count) {
    overcommits = count;
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

  boolean fits(int machine, Resources need) {
    return Fit.fits(need, records, at(machine) + AVAILABLE, namedAvailable, machine);
  }

  void promise(int machine, Resources need) {
    subtractPair(at(machine) + AVAILABLE, need);
    namedAvailable.subtract(machine, need.named());
  }

  /** The end of a claim is decided, or its promise is taken back. */
  void unpromise(int machine, Resources need) {
    if (has(machine)) {
      addPair(at(machine) + AVAILABLE, need);
      namedAvailable.add(machine, need.named());
    }
  }

  /** A claim is applied; gives whether the machine became overcommitted. */
  boolean applyClaim(int machine, Resources need) {
    boolean before = isOvercommitted(machine);
    subtractPair(at(machine) + FREE, need);
    namedFree.subtract(machine, need.named());
    return noteOvercommit(machine, before);
  }

  void applyRelease(int machine, Resources need) {
    addPair(at(machine) + FREE, need);
    namedFree.add(machine, need.named());
  }

  int sequence(int machine) {
    return (int) (records[at(machine) + SEQUENCES] >>> Integer.SIZE);
  }

  /** The sequence number once all decided entries are applied. */
  int promisedSequence(int machine) {
    return (int) records[at(machine) + SEQUENCES];
  }

  void advancePromised(int machine) {
    setSequences(machine, sequence(machine), promisedSequence(machine) + 1);
  }

  void rewindPromised(int machine) {
    setSequences(machine, sequence(machine), promisedSequence(machine) - 1);
  }

  /** The promised number is never behind the applied one. */
  void advanceApplied(int machine) {
    int next = sequence(machine) + 1;
    int promised = promisedSequence(machine);
    setSequences(machine, next, promised - next < 0 ? next : promised);
  }

  /** Both, for changes that are not decided. */
  private void advance(int machine) {
    setSequences(machine, sequence(machine) + 1, promisedSequence(machine) + 1);
  }

  void setSequences(int machine, int applied, int promised) {
    records[at(machine) + SEQUENCES] =
        ((long) applied << Integer.SIZE) | Integer.toUnsignedLong(promised);
  }

  void forgetPromises() {
    for (int machine = 0; machine < known; machine++) {
      int at = at(machine);
      setPair(at + AVAILABLE, records[at + FREE], records[at + FREE + 1]);
      setSequences(machine, sequence(machine), sequence(machine));
      namedAvailable.set(machine, namedFree.of(machine));
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

  Resources available(int machine) {
    int at = at(machine) + AVAILABLE;
    return new Resources(records[at], records[at + 1], namedAvailable.of(machine));
  }

  long availableCpuMillis(int machine) {
    return records[at(machine) + AVAILABLE];
  }

  long availableMemoryBytes(int machine) {
    return records[at(machine) + AVAILABLE + 1];
  }

  boolean isOvercommitted(int machine) {
    int at = at(machine) + FREE;
    return has(machine)
        && (records[at] < 0 || records[at + 1] < 0 || namedFree.isOvercommitted(machine));
  }

  /** See {@link Site#packed}. */
  long site(int machine) {
    return records[at(machine) + SITE];
  }

  /** As applied. An absent machine has no free-only row. */
  void describe(int machine, MachineRows rows) {
    if (has(machine) || !rows.isFreeOnly()) {
      describe(machine, FREE, sequence(machine), namedFree, rows);
    }
  }

  /**
   * As it will be once all decided entries are applied. An absent machine has a row that says so,
   * unless its number is past the limit.
   */
  void describePromised(int machine, MachineRows rows) {
    if (has(machine)) {
      describe(machine, AVAILABLE, promisedSequence(machine), namedAvailable, rows);
    } else if (machine >= 0 && machine < MachineJoined.MAX_MACHINES) {
      int sequence = machine < known ? promisedSequence(machine) : 0;
      int to = rows.addRow();
      Arrays.fill(rows.flat(), to, to + MachineRows.SITE, ABSENT);
      rows.flat()[to + MachineRows.MARK] = MachineRows.mark(machine, sequence);
      rows.flat()[to + MachineRows.SITE] = machine < known ? site(machine) : 0;
    }
  }

  private void describe(
      int machine, int free, int sequence, NamedResources named, MachineRows rows) {
    int from = at(machine);
    int to = rows.addRow();
    long[] flat = rows.flat();
    flat[to + MachineRows.FREE_CPU] = records[from + free];
    flat[to + MachineRows.FREE_MEMORY] = records[from + free + 1];
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

  /** Of a resource that is overcommitted and not in its capacity, the machine has capacity zero. */
  private NamedRow named(int machine, NamedResources free) {
    var has = Resources.each(namedCapacity.of(machine), free.of(machine), (mine, _) -> mine);
    return new NamedRow(machine, new Resources(0, 0, has), new Resources(0, 0, free.of(machine)));
  }

  /** Reads the first and the last word of the record, which may be in two cache lines. */
  long prefetch(int machine) {
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
