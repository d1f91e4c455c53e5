package dev.muster.core.cell;

/**
 * A rejected claim, and the two numbers in conflict.
 *
 * @param at the index of the claim in the transaction
 * @param needed see the texts of {@link RejectionReason}
 * @param available as {@code needed}
 * @param detail the name of a named resource, or what is invalid; else empty
 */
public record Rejection(
    int at,
    long claim,
    int machine,
    RejectionReason reason,
    long needed,
    long available,
    String detail) {

  /** Without a detail. */
  public Rejection(
      int at, long claim, int machine, RejectionReason reason, long needed, long available) {
    this(at, claim, machine, reason, needed, available, "");
  }

  @Override
  public String toString() {
    var text = reason.text(needed, available, detail);
    return "claim " + claim + " on machine " + machine + ": " + text;
  }
}
