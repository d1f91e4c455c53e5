package dev.muster.core.scheduler.place.commit;

import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The scheduler's replica of the cell state, kept right while a transaction of its own is out.
 *
 * <p>The claims of that transaction are <i>on top</i>: counted in the replica before the master has
 * decided them. A delta that does not include them must not undo them, and where a delta includes
 * them the result of the transaction must not count them a second time.
 */
public final class OptimisticReplica {

  final Replica cell = new Replica();
  private ClaimBatch batch = ClaimBatch.empty();

  /** The partitions in which the replica has what became of the claims: the answer says no more. */
  private final BitSet settled = new BitSet();

  /** What it has of each partition, to ask for what is new. */
  public List<Long> versions() {
    return IntStream.range(0, partitions()).mapToObj(cell::version).toList();
  }

  /** What it has of some partitions. */
  public List<Long> versions(List<Integer> partitions) {
    return partitions.stream().map(cell::version).toList();
  }

  public int partitions() {
    return cell.partitions();
  }

  /** Whether, by what it knows, no machine has anything free. */
  boolean isFull() {
    return cell.open() == 0;
  }

  /** How old the news of a machine are; 0 where there were none. */
  long ageNs(int machine, long nowNs) {
    int partition = cell.partition(machine);
    return cell.version(partition) == PartitionDelta.NEVER ? 0 : cell.ageNs(partition, nowNs);
  }

  /** The claims of this batch are those on top from now on. */
  void begin(ClaimBatch next) {
    batch = next;
    settled.clear();
  }

  /** None of the claims on top is sent. */
  void withdraw() {
    eachClaim(this::takeBack);
  }

  /** News that are older than what it has, or meant for an older epoch, are no news. */
  void apply(long nowNs, CellDelta delta) {
    cell.expect(delta.all());
    for (var news : delta.partitions()) {
      long has = cell.version(news.partition());
      boolean follows = news.whole() || has != PartitionDelta.NEVER;
      if (follows && news.version() >= has) {
        cell.apply(DeltaBuffer.of(news), nowNs);
      }
    }
  }

  /**
   * News while claims are out. Claims that they do not know of stay on top; if they know what
   * became of them, the replica has that from now on, in the partitions that they are about.
   */
  void applyMeanwhile(long nowNs, CellDelta delta, boolean known) {
    var about = new BitSet();
    delta.partitions().forEach(news -> about.set(news.partition()));
    eachOnTop(about, this::takeBack);
    apply(nowNs, delta);
    if (known) {
      settled.or(about);
    } else {
      eachOnTop(about, this::claim);
    }
  }

  /**
   * The claims are judged. What is wrongly thought free will be refused and so be known; the other
   * way round it may not.
   */
  void learn(TransactionResult result) {
    for (var moved : result.moved()) {
      if (isOnTop(batch.machine(moved.at()))) {
        takeBack(batch.machine(moved.at()));
      }
      claimIfNew(moved.machine());
    }
    for (var rejected : result.rejected()) {
      if (isOnTop(batch.machine(rejected.at()))) {
        takeBack(batch.machine(rejected.at()));
      }
    }
    if (settled.isEmpty()) {
      cell.learn(MachineRows.of(result.fresh()));
    }
  }

  /** Not on a machine that the replica does not have, or that a delta has counted it on. */
  private void claimIfNew(int machine) {
    if (cell.has(machine) && isOnTop(machine)) {
      claim(machine);
    }
  }

  private void claim(int machine) {
    cell.claim(machine, batch.need);
  }

  private void takeBack(int machine) {
    cell.takeBack(machine, batch.need);
  }

  private boolean isOnTop(int machine) {
    return !settled.get(cell.partition(machine));
  }

  private void eachOnTop(BitSet about, IntConsumer machines) {
    eachClaim(
        machine -> {
          if (about.get(cell.partition(machine)) && isOnTop(machine)) {
            machines.accept(machine);
          }
        });
  }

  private void eachClaim(IntConsumer machines) {
    for (int at = 0; at < batch.size(); at++) {
      machines.accept(batch.machine(at));
    }
  }
}
