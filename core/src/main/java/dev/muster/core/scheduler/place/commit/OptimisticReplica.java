package dev.muster.core.scheduler.place.commit;

import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's replica of the cell state, and the transaction of its own that is under way.
 *
 * <p>The claims of that transaction, which all request the same, are <i>on top</i>: counted in the
 * replica before the master has decided them. A delta that does not include them must not undo
 * them, and where a delta includes them the result of the transaction must not count them a second
 * time.
 */
final class OptimisticReplica {

  final Replica cell;

  private TransactionBuilder transaction = new TransactionBuilder(0, TransactionOptions.STANDARD);
  private int request;
  private Resources need = Resources.NONE;

  /** The attempts that claims were made for; for claims past the end any task will do. */
  private final List<@Nullable Attempt> attempts = new ArrayList<>();

  /** The partitions in which the replica includes the decided claims: the result adds nothing. */
  private final BitSet settled = new BitSet();

  /**
   * @param nodes says which machines are avoided
   */
  OptimisticReplica(CellNodes nodes) {
    this.cell = new Replica(nodes);
  }

  /** Whether, by what the replica knows, no machine has anything free. */
  boolean isFull() {
    return cell.open() == 0;
  }

  /** How old the information about a machine is; 0 where there is none. */
  long ageNs(int machine, long nowNs) {
    int partition = cell.partition(machine);
    return cell.version(partition) == PartitionDelta.NEVER ? 0 : cell.ageNs(partition, nowNs);
  }

  // The transaction.

  /** Begins a transaction; the claims on top are those that are made from now on. */
  void begin(int owner, TransactionOptions options, Request each) {
    transaction = new TransactionBuilder(owner, options);
    request = transaction.request(each);
    need = each.resources();
    attempts.clear();
    settled.clear();
  }

  TransactionBuilder transaction() {
    return transaction;
  }

  /** What each claim requests, by its number in the transaction. */
  int request() {
    return request;
  }

  Resources need() {
    return need;
  }

  /** Claims resources of the attempt's machine for this attempt and no other. */
  void claim(Attempt attempt) {
    while (attempts.size() < claims()) {
      attempts.add(null);
    }
    attempts.add(attempt);
    int machine = attempt.node();
    transaction.claim(0, machine, request, cell.claim(machine, need));
  }

  int claims() {
    return transaction.claims();
  }

  int machine(int at) {
    return transaction.machine(at);
  }

  /** The attempt that a claim was made for; null where any task will do. */
  @Nullable Attempt attempt(int at) {
    return at < attempts.size() ? attempts.get(at) : null;
  }

  /** Undoes all claims, none of which was sent. */
  void withdraw() {
    eachClaim(this::takeBack);
    transaction.clear();
    attempts.clear();
  }

  // What the master says.

  /** A delta older than what the replica has, or meant for an older epoch, is ignored. */
  void apply(long nowNs, CellDelta delta) {
    cell.expect(delta.all());
    for (var part : delta.partitions()) {
      long has = cell.version(part.partition());
      boolean follows = part.whole() || has != PartitionDelta.NEVER;
      if (follows && part.version() >= has) {
        cell.apply(DeltaBuffer.of(part), nowNs);
      }
    }
  }

  /**
   * A delta while claims are out. Claims that the delta does not include stay on top; where it
   * includes the result of the transaction, so does the replica from now on, in its partitions.
   */
  void applyMeanwhile(long nowNs, CellDelta delta, boolean includesResult) {
    var partitions = new BitSet();
    delta.partitions().forEach(part -> partitions.set(part.partition()));
    eachOnTop(partitions, this::takeBack);
    apply(nowNs, delta);
    if (includesResult) {
      settled.or(partitions);
    } else {
      eachOnTop(partitions, this::claim);
    }
  }

  /**
   * The claims are decided. Resources that are wrongly thought free will be rejected and so be
   * known; those that are wrongly thought taken may not.
   */
  void learn(TransactionResult result) {
    for (var moved : result.moved()) {
      if (isOnTop(machine(moved.at()))) {
        takeBack(machine(moved.at()));
      }
      claimIfNew(moved.machine());
    }
    for (var rejected : result.rejected()) {
      if (isOnTop(machine(rejected.at()))) {
        takeBack(machine(rejected.at()));
      }
    }
    if (settled.isEmpty()) {
      cell.learn(MachineRows.of(result.fresh()));
    }
  }

  /** Not on a machine that the replica does not have, nor where a delta has counted the claim. */
  private void claimIfNew(int machine) {
    if (cell.has(machine) && isOnTop(machine)) {
      claim(machine);
    }
  }

  private void claim(int machine) {
    cell.claim(machine, need);
  }

  private void takeBack(int machine) {
    cell.takeBack(machine, need);
  }

  private boolean isOnTop(int machine) {
    return !settled.get(cell.partition(machine));
  }

  private void eachOnTop(BitSet partitions, IntConsumer machines) {
    eachClaim(
        machine -> {
          if (partitions.get(cell.partition(machine)) && isOnTop(machine)) {
            machines.accept(machine);
          }
        });
  }

  private void eachClaim(IntConsumer machines) {
    for (int at = 0; at < claims(); at++) {
      machines.accept(machine(at));
    }
  }
}
