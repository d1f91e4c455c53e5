package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;

/**
 * How conflicts of a transaction are detected and resolved.
 *
 * @param mayPreempt whether claims may preempt others, as far as the cell's rules allow
 * @param mayRepair whether a claim in conflict may be moved to an equivalent machine: one of the
 *     same partition and kind
 */
public record TransactionOptions(
    Atomicity atomicity,
    ConflictDetection conflictDetection,
    boolean mayPreempt,
    boolean mayRepair) {

  /** Which claims are accepted or rejected together. */
  public enum Atomicity {
    /** Each claim by itself. */
    INCREMENTAL,
    /** All of the transaction or nothing, releases included: a gang. */
    ALL_OR_NOTHING
  }

  /** What is a conflict. */
  public enum ConflictDetection {
    /** The request does not fit in what the machine has available. */
    FINE_GRAINED,
    /** The machine's sequence number has changed since the scheduler's replica, or no fit. */
    COARSE_GRAINED
  }

  /** Incremental, fine-grained, without preemption and repair. */
  public static final TransactionOptions STANDARD =
      new TransactionOptions(Atomicity.INCREMENTAL, ConflictDetection.FINE_GRAINED, false, false);

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

  public TransactionOptions allOrNothing() {
    return new TransactionOptions(
        Atomicity.ALL_OR_NOTHING, conflictDetection, mayPreempt, mayRepair);
  }

  /** The same, but every claim stays on the machine that was requested. */
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
