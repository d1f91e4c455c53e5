package dev.muster.core.master.state.cell;

import static dev.muster.core.fake.Jobs.GIB;

import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.CellState.Applied;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.ArrayDeque;

/** A cell of machines with 4 cpu and 16 GiB, and the log between its decisions and its state. */
public final class CellStory {

  public static final Resources MACHINE = new Resources(4_000, 16 * GIB);
  public static final Resources TASK = new Resources(1_000, 2 * GIB);
  public static final Site HERE = new Site(0, 0, 0);

  /** The sequence number of a machine that has just joined. */
  public static final int JOINED = 1;

  public final CellState cell;
  public final DeltaBuffer delta = new DeltaBuffer();
  private final ArrayDeque<CellEntry> log = new ArrayDeque<>();
  private long nowNs;

  public CellStory(int machines, CellRules rules) {
    cell = new CellState(rules);
    for (int machine = 0; machine < machines; machine++) {
      cell.apply(new MachineJoined(machine, MACHINE, HERE));
    }
  }

  public CellStory(int machines) {
    this(machines, CellRules.standard());
  }

  public static Request guaranteed(int priority, Resources need) {
    return new Request(1, priority, Tier.GUARANTEED, need);
  }

  public static Request opportunistic(int priority, Resources need) {
    return new Request(1, priority, Tier.OPPORTUNISTIC, need);
  }

  public static Resources cpus(int count) {
    return new Resources(count * 1_000L, GIB);
  }

  /** A transaction with one request, of index 0. */
  public static TransactionBuilder asking(int owner, TransactionOptions options, Request request) {
    var transaction = new TransactionBuilder(owner, options);
    transaction.request(request);
    return transaction;
  }

  /** One claim of one task. */
  public static TransactionBuilder one(int owner, long id, int machine, Resources need) {
    var transaction = asking(owner, TransactionOptions.STANDARD, Request.of(1, need));
    transaction.claim(id, machine, 0, 0);
    return transaction;
  }

  public static TransactionBuilder release(int owner, long... ids) {
    var transaction = new TransactionBuilder(owner, TransactionOptions.STANDARD);
    for (long id : ids) {
      transaction.release(id);
    }
    return transaction;
  }

  public Decision decide(TransactionBuilder transaction) {
    var decision = cell.decide(++nowNs, transaction);
    log.add(decision.entry());
    return decision;
  }

  public void append(CellEntry entry) {
    log.add(entry);
  }

  public Decision commit(TransactionBuilder transaction) {
    var decision = decide(transaction);
    applyAll();
    return decision;
  }

  public Applied applyNext() {
    return cell.apply(log.remove());
  }

  public void applyAll() {
    while (!log.isEmpty()) {
      applyNext();
    }
  }

  public void loseLog() {
    log.clear();
  }
}
