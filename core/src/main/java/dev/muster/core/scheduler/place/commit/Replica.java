package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.OpenMachines;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Site;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A scheduler's replica of the cell state: each partition as of its last delta, with the claims of
 * the scheduler since then on top. A row of a delta replaces all that was counted on its machine.
 *
 * <p>Machines that have anything free are <i>open</i>.
 */
public final class Replica extends MachineRecords {

  private static final int CLOSED = 0;

  /** How far the sign of a long is from its lowest bit. */
  private static final int SIGN = Long.SIZE - 1;

  private final CellNodes nodes;
  private final OpenMachines openings = new OpenMachines();
  private final IntList aside = new IntList();

  /** The machines that the decision under way must not use. */
  private IntPredicate isBarred = StageTasks.NONE_BARRED;

  private long[] versions = new long[0];
  private long[] refreshedNs = new long[0];
  private int present;
  private int bestGrade;

  /** Of a scheduler that avoids no node. */
  public Replica() {
    this(new CellNodes());
  }

  /**
   * @param nodes says which machines are avoided: nothing fits there
   */
  public Replica(CellNodes nodes) {
    this.nodes = nodes;
  }

  /** The version to ask with for the next delta of this partition. */
  public long version(int partition) {
    return partition < versions.length ? versions[partition] : PartitionDelta.NEVER;
  }

  /** The versions of all partitions. */
  public List<Long> versions() {
    return Arrays.stream(versions).boxed().toList();
  }

  /** The versions of some partitions. */
  public List<Long> versions(List<Integer> some) {
    return some.stream().map(this::version).toList();
  }

  /** All partitions that are known, or that a machine is in, have numbers below this. */
  public int partitions() {
    return versions.length;
  }

  /** How long ago this partition was refreshed; without end if never. */
  public long ageNs(int partition, long nowNs) {
    return version(partition) == PartitionDelta.NEVER
        ? Long.MAX_VALUE
        : nowNs - refreshedNs[partition];
  }

  /**
   * @param nowNs when the cell was as the delta says
   */
  public void apply(DeltaBuffer delta, long nowNs) {
    if (delta.isWhole()) {
      clear(delta.partition());
    }
    apply(delta.rows());
    note(delta.partition(), delta.version(), nowNs);
  }

  /** There are so many partitions, some of which may never have been refreshed. */
  public void expect(int partitions) {
    if (partitions > versions.length) {
      int before = versions.length;
      versions = Arrays.copyOf(versions, partitions);
      Arrays.fill(versions, before, versions.length, PartitionDelta.NEVER);
      refreshedNs = Arrays.copyOf(refreshedNs, partitions);
    }
  }

  private void note(int partition, long version, long nowNs) {
    expect(partition + 1);
    versions[partition] = version;
    refreshedNs[partition] = nowNs;
  }

  private void clear(int partition) {
    for (int machine = 0; machine < known(); machine++) {
      int at = at(machine);
      if (has(machine) && Site.partition(records[at + MachineRows.SITE]) == partition) {
        makeAbsent(machine);
      }
    }
  }

  private void makeAbsent(int machine) {
    int at = at(machine);
    present--;
    long mark = records[at + MachineRows.MARK];
    Arrays.fill(records, at, at + MachineRows.SITE, MachineRows.ABSENT);
    records[at + MachineRows.MARK] = mark;
    openOrClose(machine);
  }

  private void apply(MachineRows rows) {
    warm(rows);
    if (rows.isFreeOnly()) {
      for (int row = 0; row < rows.size(); row++) {
        refill(rows.flat(), row * MachineRows.FREE_ROW);
      }
    } else {
      for (int row = 0; row < rows.size(); row++) {
        replace(rows.flat(), row * MachineRows.FULL_ROW);
      }
    }
    if (!namedCapacity.isEmpty()) {
      for (int row = 0; row < rows.size(); row++) {
        setNamed(rows.machine(row), Resources.NONE, Resources.NONE);
      }
    }
    for (var named : rows.named()) {
      setNamed(named.machine(), named.capacity(), named.free());
    }
  }

  /**
   * What machines had free when a transaction was decided. Their capacities and sites are not taken
   * from the rows, nor machines that the replica does not have: later deltas may know better.
   */
  public void learn(MachineRows rows) {
    for (int row = 0; row < rows.size(); row++) {
      if (has(rows.machine(row))) {
        refill(rows.flat(), row * MachineRows.FULL_ROW);
      }
    }
    for (var named : rows.named()) {
      if (has(named.machine())) {
        namedFree.set(named.machine(), named.free().named());
      }
    }
  }

  /** A machine that is known has other resources free. */
  private void refill(long[] flat, int from) {
    int machine = MachineRows.machine(flat[from + MachineRows.MARK]);
    int at = at(machine);
    records[at + MachineRows.FREE_CPU] = flat[from + MachineRows.FREE_CPU];
    records[at + MachineRows.FREE_MEMORY] = flat[from + MachineRows.FREE_MEMORY];
    records[at + MachineRows.MARK] = flat[from + MachineRows.MARK];
    openOrClose(machine);
  }

  private void replace(long[] flat, int from) {
    int machine = MachineRows.machine(flat[from + MachineRows.MARK]);
    know(machine);
    int at = at(machine);
    boolean before = records[at + MachineRows.CAPACITY_CPU] != MachineRows.ABSENT;
    boolean after = flat[from + MachineRows.CAPACITY_CPU] != MachineRows.ABSENT;
    present += after == before ? 0 : after ? 1 : -1;
    boolean moves = records[at + MachineRows.SITE] != flat[from + MachineRows.SITE];
    if (moves && records[at + POSITION] != NOWHERE) {
      leave(machine);
    }
    System.arraycopy(flat, from, records, at, MachineRows.FULL_ROW);
    if (records[at + POSITION] == NOWHERE) {
      enter(machine);
    }
    openOrClose(machine);
  }

  /**
   * Other resources of the machine are free. Whether that opens or closes a machine, or neither,
   * the processor cannot predict: so there is no branch.
   */
  private void openOrClose(int machine) {
    int at = at(machine);
    long cpuMillis = records[at + MachineRows.FREE_CPU];
    long memoryBytes = records[at + MachineRows.FREE_MEMORY];
    mark(at, (-cpuMillis & ~memoryBytes) >>> SIGN);
  }

  private void mark(int at, long isOpen) {
    long site = records[at + MachineRows.SITE];
    int position = (int) records[at + POSITION];
    openings.setOpen(position, Site.partition(site), Site.grade(site), isOpen);
  }

  private void enter(int machine) {
    long site = records[at(machine) + MachineRows.SITE];
    expect(Site.partition(site) + 1);
    records[at(machine) + POSITION] = openings.add(machine, Site.partition(site));
    bestGrade = Math.max(bestGrade, Site.grade(site));
  }

  private void leave(int machine) {
    int at = at(machine);
    mark(at, CLOSED);
    int position = (int) records[at + POSITION];
    int mover = openings.remove(position, partition(machine));
    records[at(mover) + POSITION] = position;
    records[at + POSITION] = NOWHERE;
  }

  /** Counts a claim of the scheduler's own, and gives the sequence number to send with it. */
  public int claim(int machine, Resources need) {
    int at = at(machine);
    long mark = records[at + MachineRows.MARK];
    records[at + MachineRows.FREE_CPU] -= need.cpuMillis();
    records[at + MachineRows.FREE_MEMORY] -= need.memoryBytes();
    records[at + MachineRows.MARK] = mark + MachineRows.NEXT;
    namedFree.subtract(machine, need.named());
    openOrClose(machine);
    return MachineRows.sequence(mark);
  }

  /** Undoes a {@link #claim} that was not sent, or rejected, as if it had never been. */
  public void takeBack(int machine, Resources need) {
    release(machine, need);
    records[at(machine) + MachineRows.MARK] -= MachineRows.NEXT;
  }

  /** Counts the end of a claim of the scheduler's own. */
  public void release(int machine, Resources need) {
    int at = at(machine);
    records[at + MachineRows.FREE_CPU] += need.cpuMillis();
    records[at + MachineRows.FREE_MEMORY] += need.memoryBytes();
    namedFree.add(machine, need.named());
    openOrClose(machine);
  }

  /** Open machines, in all partitions together. */
  public int open() {
    return openings.open();
  }

  /** Open machines of a partition. */
  public int openIn(int partition) {
    return openings.open(partition);
  }

  /** Any open machine of a partition that has one, each as likely as the others. */
  public int drawOpen(int partition, Chance chance) {
    return openings.draw(partition, chance);
  }

  public boolean isOpen(int machine) {
    if (machine < 0 || machine >= known()) {
      return false;
    }
    int position = (int) records[at(machine) + POSITION];
    return position != NOWHERE && openings.isOpen(position, partition(machine));
  }

  /** The sum of the grades of the open machines of a partition. */
  public long openGrades(int partition) {
    return openings.grades(partition);
  }

  /**
   * The best grade of any machine that was ever there. The best grade does not fall when the best
   * machines leave, for then all grades would have to be compared. A draw by grade then rejects all
   * that are left more often, each in the same proportion: the choice stays as likely and takes
   * longer, up to a limit of draws from which on the choice is more even than the grades are.
   */
  public int bestGrade() {
    return bestGrade;
  }

  /** Takes a machine for one that is not open, until {@link #putBack}. */
  public void setAside(int machine) {
    if (isOpen(machine)) {
      mark(at(machine), CLOSED);
      aside.add(machine);
    }
  }

  /** Ends all that {@link #setAside} did. */
  public void putBack() {
    for (int i = 0; i < aside.size(); i++) {
      openOrClose(aside.at(i));
    }
    aside.clear();
  }

  /** No task fits on these machines until others are barred. */
  public void bar(IntPredicate some) {
    isBarred = some;
  }

  /** Whether a task fits, as far as this replica knows, on a machine that is not barred. */
  @Override
  public boolean fits(int machine, Resources need) {
    return super.fits(machine, need) && !nodes.isAvoided(machine) && !isBarred.test(machine);
  }

  public int machines() {
    return present;
  }
}
