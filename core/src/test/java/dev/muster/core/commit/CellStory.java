package dev.muster.core.commit;

import static dev.muster.core.fake.Jobs.GIB;

import dev.muster.core.claim.Ask;
import dev.muster.core.claim.CellEntry;
import dev.muster.core.claim.CellEntry.MachineJoined;
import dev.muster.core.claim.Delta;
import dev.muster.core.claim.Site;
import dev.muster.core.claim.Terms;
import dev.muster.core.claim.Transaction;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.ArrayDeque;

/** A cell of machines with 4 cpu and 16 GiB, and the log between its decisions and its state. */
final class CellStory {

  static final Resources MACHINE = new Resources(4_000, 16 * GIB);
  static final Resources TASK = new Resources(1_000, 2 * GIB);
  static final Site HERE = new Site(0, 0, 0);

  /** The sequence number of a machine that has just joined. */
  static final int JOINED = 1;

  final CellState cell;
  final Delta delta = new Delta();
  private final ArrayDeque<CellEntry> log = new ArrayDeque<>();
  private long nowNs;

  CellStory(int machines, CellRules rules) {
    cell = new CellState(rules);
    for (int machine = 0; machine < machines; machine++) {
      cell.apply(new MachineJoined(machine, MACHINE, HERE));
    }
  }

  CellStory(int machines) {
    this(machines, CellRules.standard());
  }

  static Ask guaranteed(int priority, Resources need) {
    return new Ask(1, priority, Tier.GUARANTEED, need);
  }

  static Ask opportunistic(int priority, Resources need) {
    return new Ask(1, priority, Tier.OPPORTUNISTIC, need);
  }

  static Resources cpus(int count) {
    return new Resources(count * 1_000L, GIB);
  }

  /** A transaction with one ask, of which claims are number 0. */
  static Transaction asking(int owner, Terms terms, Ask ask) {
    var transaction = new Transaction(owner, terms);
    transaction.ask(ask);
    return transaction;
  }

  /** One claim of one task. */
  static Transaction one(int owner, long id, int machine, Resources need) {
    var transaction = asking(owner, Terms.STANDARD, Ask.of(1, need));
    transaction.claim(id, machine, 0, 0);
    return transaction;
  }

  static Transaction release(int owner, long... ids) {
    var transaction = new Transaction(owner, Terms.STANDARD);
    for (long id : ids) {
      transaction.release(id);
    }
    return transaction;
  }

  Decision decide(Transaction transaction) {
    var decision = cell.decide(++nowNs, transaction);
    log.add(decision.entry());
    return decision;
  }

  void append(CellEntry entry) {
    log.add(entry);
  }

  Decision commit(Transaction transaction) {
    var decision = decide(transaction);
    applyAll();
    return decision;
  }

  Applied applyNext() {
    return cell.apply(log.remove());
  }

  void applyAll() {
    while (!log.isEmpty()) {
      applyNext();
    }
  }

  void loseLog() {
    log.clear();
  }
}
