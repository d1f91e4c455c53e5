package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.Replica;
import dev.muster.model.Resources;

/** Claims for tasks of one stage, which all need the same, until the cell has judged them. */
final class Draft {

  final TransactionBuilder transaction;

  /** What each of them asks for, by its number in the transaction. */
  final int ask;

  final Resources need;

  /** The tasks that claims were made for; of claims past the end, and of none, any will do. */
  private final IntList tasks = new IntList();

  Draft(int owner, TransactionOptions options, Request each) {
    this.transaction = new TransactionBuilder(owner, options);
    this.ask = transaction.request(each);
    this.need = each.resources();
  }

  /** Of nobody, for nothing. */
  static Draft empty() {
    return new Draft(0, TransactionOptions.STANDARD, Request.of(0, Resources.NONE));
  }

  /** Claims room on a machine for this task and no other. */
  void claim(Replica copy, int machine, int task) {
    while (tasks.size() < size()) {
      tasks.add(ReservationTable.NONE);
    }
    tasks.add(task);
    transaction.claim(0, machine, ask, copy.claim(machine, need));
  }

  int size() {
    return transaction.claims();
  }

  int machine(int at) {
    return transaction.machine(at);
  }

  /** The task that a claim was made for; {@link ReservationTable#NONE} where any will do. */
  int task(int at) {
    return at < tasks.size() ? tasks.at(at) : ReservationTable.NONE;
  }

  /** Without any claim, as if none had been made. */
  void clear() {
    transaction.clear();
    tasks.clear();
  }
}
