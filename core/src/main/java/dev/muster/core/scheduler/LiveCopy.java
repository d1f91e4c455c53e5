package dev.muster.core.scheduler;

import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.scheduler.place.Replica;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The scheduler's copy of the cell, kept right while claims of its own are out.
 *
 * <p>Such claims are <i>on top</i>: counted in the copy before the cell has judged them. News that
 * do not know of them must not undo them, and where news know what became of them the judgement
 * must not count it a second time.
 */
final class LiveCopy {

  final Replica cell = new Replica();
  private Draft draft = Draft.empty();

  /** The partitions in which the copy has what became of the claims: the answer says no more. */
  private final BitSet settled = new BitSet();

  /** What it has of each partition, to ask for what is new. */
  List<Long> versions() {
    return IntStream.range(0, partitions()).mapToObj(cell::version).toList();
  }

  /** What it has of some partitions. */
  List<Long> versions(List<Integer> partitions) {
    return partitions.stream().map(cell::version).toList();
  }

  int partitions() {
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

  /** The claims of this draft are those on top from now on. */
  void begin(Draft next) {
    draft = next;
    settled.clear();
  }

  /** None of the claims on top is sent. */
  void withdraw() {
    eachClaim(this::takeBack);
  }

  /** News that are older than what it has, or meant for an older epoch, are no news. */
  void takeIn(long nowNs, CellDelta told) {
    cell.expect(told.all());
    for (var news : told.partitions()) {
      long has = cell.version(news.partition());
      boolean follows = news.whole() || has != PartitionDelta.NEVER;
      if (follows && news.version() >= has) {
        cell.apply(DeltaBuffer.of(news), nowNs);
      }
    }
  }

  /**
   * News while claims are out. Claims that they do not know of stay on top; if they know what
   * became of them, the copy has that from now on, in the partitions that they are about.
   */
  void takeInMeanwhile(long nowNs, CellDelta told, boolean known) {
    var about = new BitSet();
    told.partitions().forEach(news -> about.set(news.partition()));
    eachOnTop(about, this::takeBack);
    takeIn(nowNs, told);
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
  void learn(TransactionResult judgement) {
    for (var moved : judgement.moved()) {
      if (isOnTop(draft.machine(moved.at()))) {
        takeBack(draft.machine(moved.at()));
        claimIfKnown(moved.machine());
      }
    }
    for (var refused : judgement.rejected()) {
      if (isOnTop(draft.machine(refused.at()))) {
        takeBack(draft.machine(refused.at()));
      }
    }
    if (settled.isEmpty()) {
      cell.learn(MachineRows.of(judgement.fresh()));
    }
  }

  /** The cell may have put it on a machine that the copy has not heard of yet. */
  private void claimIfKnown(int machine) {
    if (cell.has(machine)) {
      claim(machine);
    }
  }

  private void claim(int machine) {
    cell.claim(machine, draft.need);
  }

  private void takeBack(int machine) {
    cell.takeBack(machine, draft.need);
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
    for (int at = 0; at < draft.size(); at++) {
      machines.accept(draft.machine(at));
    }
  }
}
