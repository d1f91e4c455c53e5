package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;

/**
 * How a transaction wants to be judged.
 *
 * @param mayPreempt whether claims may push out lesser ones, as far as the cell's rules let them
 * @param mayRepair whether the cell may put a claim that it would refuse on an equivalent machine:
 *     one of the same partition and kind
 */
public record TransactionOptions(
    Unit unit, Conflicts conflicts, boolean mayPreempt, boolean mayRepair) {

  /** What is accepted or refused together. */
  public enum Unit {
    /** Each claim by itself. */
    CLAIM,
    /** All or nothing, releases included: a gang. */
    TRANSACTION
  }

  /** What makes a claim fail. */
  public enum Conflicts {
    /** The machine has too little left. */
    FIT,
    /** Somebody claimed something on the machine since the scheduler looked, or it does not fit. */
    SEQUENCE
  }

  /** Incremental, by fit, without preemption and repair. */
  public static final TransactionOptions STANDARD =
      new TransactionOptions(Unit.CLAIM, Conflicts.FIT, false, false);

  /** As the standard, but all or nothing. */
  public static final TransactionOptions GANG =
      new TransactionOptions(Unit.TRANSACTION, Conflicts.FIT, false, false);

  public TransactionOptions bySequence() {
    return new TransactionOptions(unit, Conflicts.SEQUENCE, mayPreempt, mayRepair);
  }

  public TransactionOptions preempting() {
    return new TransactionOptions(unit, conflicts, true, mayRepair);
  }

  public TransactionOptions repairing() {
    return new TransactionOptions(unit, conflicts, mayPreempt, true);
  }

  /** As these, but all or nothing. */
  public TransactionOptions whole() {
    return new TransactionOptions(Unit.TRANSACTION, conflicts, mayPreempt, mayRepair);
  }

  /** As these, but every claim stays on the machine that was asked for. */
  public TransactionOptions inPlace() {
    return mayRepair ? new TransactionOptions(unit, conflicts, mayPreempt, false) : this;
  }

  void trace(TraceHash hash) {
    hash.add(unit.ordinal()).add(conflicts.ordinal()).add(mayPreempt).add(mayRepair);
  }

  public boolean allOrNothing() {
    return unit == Unit.TRANSACTION;
  }
}
