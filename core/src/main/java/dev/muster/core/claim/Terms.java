package dev.muster.core.claim;

import dev.muster.core.loop.TraceHash;

/**
 * How a transaction wants to be judged.
 *
 * @param mayPreempt whether claims may push out lesser ones, as far as the cell's rules let them
 * @param mayRepair whether the cell may put a claim that it would refuse on an equivalent machine:
 *     one of the same partition and kind
 */
public record Terms(Unit unit, Conflicts conflicts, boolean mayPreempt, boolean mayRepair) {

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
  public static final Terms STANDARD = new Terms(Unit.CLAIM, Conflicts.FIT, false, false);

  /** As the standard, but all or nothing. */
  public static final Terms GANG = new Terms(Unit.TRANSACTION, Conflicts.FIT, false, false);

  public Terms bySequence() {
    return new Terms(unit, Conflicts.SEQUENCE, mayPreempt, mayRepair);
  }

  public Terms preempting() {
    return new Terms(unit, conflicts, true, mayRepair);
  }

  public Terms repairing() {
    return new Terms(unit, conflicts, mayPreempt, true);
  }

  /** As these, but all or nothing. */
  public Terms whole() {
    return new Terms(Unit.TRANSACTION, conflicts, mayPreempt, mayRepair);
  }

  /** As these, but every claim stays on the machine that was asked for. */
  public Terms inPlace() {
    return mayRepair ? new Terms(unit, conflicts, mayPreempt, false) : this;
  }

  void trace(TraceHash hash) {
    hash.add(unit.ordinal()).add(conflicts.ordinal()).add(mayPreempt).add(mayRepair);
  }

  public boolean allOrNothing() {
    return unit == Unit.TRANSACTION;
  }
}
