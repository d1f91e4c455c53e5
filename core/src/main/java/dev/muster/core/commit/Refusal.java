package dev.muster.core.commit;

/** Why a claim was refused. */
public enum Refusal {
  CPU("the machine has %2$d cpuMillis left, the claim needs %1$d"),
  MEMORY("the machine has %2$d bytes of memory left, the claim needs %1$d"),
  NAMED("the machine has %2$d left of a named resource of which the claim needs %1$d"),
  CHANGED("the machine is at sequence number %2$d, the claim was decided at %1$d"),
  NO_MACHINE("the cell has no machine of number %1$d"),
  DUPLICATE("the owner has a claim of this number already, on machine %2$d"),
  CLAIM_LIMIT("the owner would hold %1$d claims, its limit is %2$d"),
  CPU_LIMIT("the owner would hold %1$d cpuMillis, its limit is %2$d"),
  MEMORY_LIMIT("the owner would hold %1$d bytes of memory, its limit is %2$d"),
  NAMED_LIMIT("the owner would hold %1$d of a named resource, its limit is %2$d"),
  JOB_LIMIT("the owner would have %1$d jobs, its limit is %2$d"),
  CELL_FULL("the cell would hold %1$d claims, its limit is %2$d"),
  GANG("claim %1$d of the same gang was refused");

  private final String text;

  Refusal(String text) {
    this.text = text;
  }

  /** Whether an equivalent machine could take the claim. */
  boolean ofTheMachine() {
    return ordinal() <= CHANGED.ordinal();
  }

  String says(long needed, long has) {
    return text.replace("%1$d", Long.toString(needed)).replace("%2$d", Long.toString(has));
  }
}
