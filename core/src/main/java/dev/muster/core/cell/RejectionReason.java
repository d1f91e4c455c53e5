package dev.muster.core.cell;

/** Why a claim was refused. */
public enum RejectionReason {
  CPU(About.MACHINE, "the machine has %2$d cpuMillis left, the claim needs %1$d"),
  MEMORY(About.MACHINE, "the machine has %2$d bytes of memory left, the claim needs %1$d"),
  NAMED(About.MACHINE, "the machine has %2$d %3$s left, the claim needs %1$d"),
  CHANGED(About.MACHINE, "the machine is at sequence number %2$d, the claim was decided at %1$d"),
  NO_MACHINE(About.NO_MACHINE, "the cell has no machine of number %1$d"),
  DUPLICATE(About.CLAIM, "the owner has a claim of this number already, on machine %2$d"),
  CLAIM_LIMIT(About.OWNER, "the owner would hold %1$d claims, its limit is %2$d"),
  CPU_LIMIT(About.OWNER, "the owner would hold %1$d cpuMillis, its limit is %2$d"),
  MEMORY_LIMIT(About.OWNER, "the owner would hold %1$d bytes of memory, its limit is %2$d"),
  NAMED_LIMIT(About.OWNER, "the owner would hold %1$d %3$s, its limit is %2$d"),
  JOB_LIMIT(About.OWNER, "the owner would have %1$d jobs, its limit is %2$d"),
  CELL_FULL(About.CELL, "the cell would hold %1$d claims, its limit is %2$d"),
  GANG(About.CLAIM, "claim %1$d of the same gang was refused");

  /** What would have to be different. */
  private enum About {
    MACHINE,
    NO_MACHINE,
    CLAIM,
    OWNER,
    CELL
  }

  private final About about;
  private final String text;

  RejectionReason(About about, String text) {
    this.about = about;
    this.text = text;
  }

  /** Whether an equivalent machine could take the claim. */
  public boolean ofTheMachine() {
    return about == About.MACHINE;
  }

  /** Whether who claimed thinks something of the machine that is not so. */
  public boolean isNewsOfTheMachine() {
    return about == About.MACHINE || about == About.NO_MACHINE;
  }

  String says(long needed, long has, String resource) {
    return text.replace("%1$d", Long.toString(needed))
        .replace("%2$d", Long.toString(has))
        .replace("%3$s", resource);
  }
}
