package dev.muster.core.cell;

/** Why a claim was rejected. */
public enum RejectionReason {
  CPU(Subject.MACHINE, "the machine has %2$d cpuMillis available, the claim needs %1$d"),
  MEMORY(Subject.MACHINE, "the machine has %2$d bytes of memory available, the claim needs %1$d"),
  NAMED(Subject.MACHINE, "the machine has %2$d %3$s available, the claim needs %1$d"),
  CHANGED(Subject.MACHINE, "the machine is at sequence number %2$d, the claim was decided at %1$d"),
  NO_MACHINE(Subject.NO_MACHINE, "the cell has no machine of number %1$d"),
  DUPLICATE(Subject.CLAIM, "the owner has a claim of this number already, on machine %2$d"),
  CLAIM_LIMIT(Subject.OWNER, "the owner would hold %1$d claims, its limit is %2$d"),
  CPU_LIMIT(Subject.OWNER, "the owner would hold %1$d cpuMillis, its limit is %2$d"),
  MEMORY_LIMIT(Subject.OWNER, "the owner would hold %1$d bytes of memory, its limit is %2$d"),
  NAMED_LIMIT(Subject.OWNER, "the owner would hold %1$d %3$s, its limit is %2$d"),
  JOB_LIMIT(Subject.OWNER, "the owner would have %1$d jobs, its limit is %2$d"),
  CELL_FULL(Subject.CELL, "the cell would hold %1$d claims, its limit is %2$d"),
  GANG(Subject.CLAIM, "claim %1$d of the same gang was rejected"),
  INVALID(Subject.CLAIM, "the transaction is invalid: %3$s");

  private enum Subject {
    MACHINE,
    NO_MACHINE,
    CLAIM,
    OWNER,
    CELL
  }

  private final Subject subject;
  private final String format;

  RejectionReason(Subject about, String text) {
    this.subject = about;
    this.format = text;
  }

  /** Whether the claim could be accepted on an equivalent machine. */
  public boolean isAboutMachine() {
    return subject == Subject.MACHINE;
  }

  /** Whether the scheduler's replica of the machine is stale. */
  public boolean showsStaleReplica() {
    return subject == Subject.MACHINE || subject == Subject.NO_MACHINE;
  }

  String text(long needed, long has, String detail) {
    return format
        .replace("%1$d", Long.toString(needed))
        .replace("%2$d", Long.toString(has))
        .replace("%3$s", detail);
  }
}
