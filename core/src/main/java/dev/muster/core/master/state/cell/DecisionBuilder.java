package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.ConflictCheck.Conflict;
import java.util.ArrayList;
import java.util.List;

/** Gathers the decision on one transaction. Reused. */
final class DecisionBuilder {

  /** Slots of claims. */
  final IntList accepted = new IntList();

  final IntList released = new IntList();
  final IntList preempted = new IntList();

  private final CellTables tables;
  private final IntList acceptedRequests = new IntList();
  private final List<Rejection> rejected = new ArrayList<>();
  private TransactionBuilder transaction = new TransactionBuilder(0, TransactionOptions.STANDARD);
  private int[] machineOf = new int[0];

  DecisionBuilder(CellTables tables) {
    this.tables = tables;
  }

  void start(TransactionBuilder next) {
    transaction = next;
    machineOf = new int[next.claims()];
    accepted.clear();
    acceptedRequests.clear();
    released.clear();
    preempted.clear();
    rejected.clear();
  }

  void accept(int at, int machine, int slot) {
    machineOf[at] = machine;
    accepted.add(slot);
    acceptedRequests.add(transaction.requestOf(at));
  }

  void reject(int at, Conflict conflict) {
    machineOf[at] = Decision.NOWHERE;
    rejected.add(conflict.rejection(transaction, at));
  }

  /** One claim of a gang was rejected, so all are. */
  void rejectAll() {
    var first = rejected.getFirst();
    var others = new Conflict(RejectionReason.GANG, first.claim(), 0);
    rejected.clear();
    for (int at = 0; at < machineOf.length; at++) {
      machineOf[at] = Decision.NOWHERE;
      rejected.add(at == first.at() ? first : others.rejection(transaction, at));
    }
    accepted.clear();
    acceptedRequests.clear();
    released.clear();
    preempted.clear();
  }

  /**
   * When all claims are decided.
   *
   * @param advanced see {@link TransactionCommitted}
   */
  Decision decision(int[] advanced) {
    List<ClaimRef> victims = new ArrayList<>(preempted.size());
    for (int i = 0; i < preempted.size(); i++) {
      victims.add(tables.claims().ref(preempted.at(i)));
    }
    return new Decision(
        machineOf, List.copyOf(rejected), List.copyOf(victims), fresh(), entry(advanced));
  }

  private TransactionCommitted entry(int[] advanced) {
    return new TransactionCommitted(
        transaction.owner(),
        List.copyOf(transaction.requests()),
        ids(accepted),
        machines(accepted),
        acceptedRequests.toArray(),
        ids(released),
        owners(preempted),
        ids(preempted),
        advanced);
  }

  /** Of the released claims, whoever their owners are. */
  ClaimsReleased claimsReleased() {
    return new ClaimsReleased(owners(released), ids(released));
  }

  private long[] ids(IntList slots) {
    var ids = new long[slots.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = tables.claims().id(slots.at(i));
    }
    return ids;
  }

  private int[] machines(IntList slots) {
    var machines = new int[slots.size()];
    for (int i = 0; i < machines.length; i++) {
      machines[i] = tables.claims().machine(slots.at(i));
    }
    return machines;
  }

  private int[] owners(IntList slots) {
    var owners = new int[slots.size()];
    for (int i = 0; i < owners.length; i++) {
      owners[i] = tables.claims().owner(slots.at(i));
    }
    return owners;
  }

  /** Each machine once, by its number. */
  private MachineRows fresh() {
    var rows = new MachineRows();
    if (rejected.isEmpty()) {
      return rows;
    }
    rejected.stream()
        .filter(one -> one.reason().showsStaleReplica())
        .mapToInt(Rejection::machine)
        .sorted()
        .distinct()
        .forEach(machine -> tables.machines().describePromised(machine, rows));
    return rows;
  }
}
