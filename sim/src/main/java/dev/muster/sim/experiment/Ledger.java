package dev.muster.sim.experiment;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts from outside of the actors what happens in a run, by the clock of the run.
 *
 * <p>Each family of experiments counts other things. What they have in common is read from messages
 * here: that a scheduler is given a job, and what became of a transaction, of which each scheduler
 * has one at a time.
 */
public abstract class Ledger implements Observer {

  /** A transaction of claims for tasks of one job, and what became of each claim. */
  public record DecidedTransaction(
      int scheduler, Transaction transaction, TransactionResult result) {

    public int tried() {
      return transaction.ids().length;
    }

    public int rejected() {
      return result.rejected().size();
    }

    public int accepted() {
      return tried() - rejected();
    }

    /** Passes on each machine that a task got. */
    public void eachMachine(IntConsumer machines) {
      int[] got = transaction.machines().clone();
      result.moved().forEach(one -> got[one.at()] = one.machine());
      result.rejected().forEach(one -> got[one.at()] = -1);
      for (int machine : got) {
        if (machine >= 0) {
          machines.accept(machine);
        }
      }
    }
  }

  private final @Nullable CommitTransaction[] open;
  private LongSupplier clock = () -> 0;

  protected Ledger(int schedulers) {
    this.open = new CommitTransaction[schedulers];
  }

  public final void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  protected final long nowNs() {
    return clock.getAsLong();
  }

  /** A job is on its way to a scheduler. */
  protected void planned(int scheduler, AssignJob plan) {}

  /** The cell state has answered a transaction with claims; once for each. */
  protected void decided(DecidedTransaction transaction) {}

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case TransactionDecided decided -> decided(to.index(), decided);
      case CommitTransaction commit -> open[commit.scheduler().index()] = commit;
      case AssignJob plan -> planned(to.index(), plan);
      default -> {} // not counted
    }
  }

  private void decided(int scheduler, TransactionDecided decided) {
    var commit = open[scheduler];
    if (commit != null && commit.number() == decided.number()) {
      open[scheduler] = null;
      if (commit.transaction().ids().length > 0) {
        decided(new DecidedTransaction(scheduler, commit.transaction(), decided.result()));
      }
    }
  }
}
