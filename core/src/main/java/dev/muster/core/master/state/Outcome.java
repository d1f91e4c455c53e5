package dev.muster.core.master.state;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionOptions;
import java.util.ArrayList;
import java.util.List;

/** What a transaction has come to so far. Started anew for each. */
final class Outcome {

  /** Slots of claims. */
  final IntList accepted = new IntList();

  final IntList released = new IntList();
  final IntList pushedOut = new IntList();

  private final Tables tables;
  private final IntList acceptedAsks = new IntList();
  private final List<Rejection> refused = new ArrayList<>();
  private TransactionBuilder transaction = new TransactionBuilder(0, TransactionOptions.STANDARD);
  private int[] machineOf = new int[0];

  Outcome(Tables tables) {
    this.tables = tables;
  }

  void start(TransactionBuilder judged) {
    transaction = judged;
    machineOf = new int[judged.claims()];
    accepted.clear();
    acceptedAsks.clear();
    released.clear();
    pushedOut.clear();
    refused.clear();
  }

  void accept(int at, int machine, int slot) {
    machineOf[at] = machine;
    accepted.add(slot);
    acceptedAsks.add(transaction.requestOf(at));
  }

  void refuse(int at, Objection objection) {
    machineOf[at] = Decision.NOWHERE;
    refused.add(objection.refuse(transaction, at));
  }

  /** One claim of a gang was refused, so all are. */
  void refuseAll() {
    var first = refused.getFirst();
    var others = new Objection(RejectionReason.GANG, first.claim(), 0);
    refused.clear();
    for (int at = 0; at < machineOf.length; at++) {
      machineOf[at] = Decision.NOWHERE;
      refused.add(at == first.at() ? first : others.refuse(transaction, at));
    }
    accepted.clear();
    acceptedAsks.clear();
    released.clear();
    pushedOut.clear();
  }

  /**
   * When all is judged.
   *
   * @param advanced see {@link TransactionCommitted}
   */
  Decision decision(int[] advanced) {
    List<ClaimRef> preempted = new ArrayList<>(pushedOut.size());
    for (int i = 0; i < pushedOut.size(); i++) {
      preempted.add(tables.claims().ref(pushedOut.at(i)));
    }
    return new Decision(
        machineOf, List.copyOf(refused), List.copyOf(preempted), fresh(), entry(advanced));
  }

  private TransactionCommitted entry(int[] advanced) {
    return new TransactionCommitted(
        transaction.owner(),
        List.copyOf(transaction.requests()),
        ids(accepted),
        machines(accepted),
        acceptedAsks.toArray(),
        ids(released),
        owners(pushedOut),
        ids(pushedOut),
        advanced);
  }

  /** Of what is released, whoever the owners are. */
  ClaimsReleased ended() {
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
    if (refused.isEmpty()) {
      return rows;
    }
    refused.stream()
        .filter(one -> one.reason().showsStaleReplica())
        .mapToInt(Rejection::machine)
        .sorted()
        .distinct()
        .forEach(machine -> tables.machines().describePromised(machine, rows));
    return rows;
  }
}
