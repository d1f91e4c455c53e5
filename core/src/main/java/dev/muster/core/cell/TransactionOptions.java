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
    Atomicity atomicity,
    ConflictDetection conflictDetection,
    boolean mayPreempt,
    boolean mayRepair) {

  /** What is accepted or refused together. */
  public enum Atomicity {
    /** Each claim by itself. */
    INCREMENTAL,
    /** All or nothing, releases included: a gang. */
    ALL_OR_NOTHING
  }

  /** What makes a claim fail. */
  public enum ConflictDetection {
    /** The machine has too little left. */
    FINE_GRAINED,
    /** Somebody claimed something on the machine since the scheduler looked, or it does not fit. */
    COARSE_GRAINED
  }

  /** Incremental, by fit, without preemption and repair. */
  public static final TransactionOptions STANDARD =
      new TransactionOptions(Atomicity.INCREMENTAL, ConflictDetection.FINE_GRAINED, false, false);

  /** As the standard, but all or nothing. */
  public static final TransactionOptions GANG =
      new TransactionOptions(
          Atomicity.ALL_OR_NOTHING, ConflictDetection.FINE_GRAINED, false, false);

  public TransactionOptions coarseGrained() {
    return new TransactionOptions(
        atomicity, ConflictDetection.COARSE_GRAINED, mayPreempt, mayRepair);
  }

  public TransactionOptions preempting() {
    return new TransactionOptions(atomicity, conflictDetection, true, mayRepair);
  }

  public TransactionOptions repairing() {
    return new TransactionOptions(atomicity, conflictDetection, mayPreempt, true);
  }

  /** As these, but all or nothing. */
  public TransactionOptions allOrNothing() {
    return new TransactionOptions(
        Atomicity.ALL_OR_NOTHING, conflictDetection, mayPreempt, mayRepair);
  }

  /** As these, but every claim stays on the machine that was asked for. */
  public TransactionOptions withoutRepair() {
    return mayRepair
        ? new TransactionOptions(atomicity, conflictDetection, mayPreempt, false)
        : this;
  }

  void trace(TraceHash hash) {
    hash.add(atomicity.ordinal()).add(conflictDetection.ordinal()).add(mayPreempt).add(mayRepair);
  }

  public boolean isAllOrNothing() {
    return atomicity == Atomicity.ALL_OR_NOTHING;
  }
}
