package dev.muster.core.cell;

/**
 * A claim that was not accepted, and the two numbers that did not go together.
 *
 * @param at its place among the claims of the transaction
 * @param needed what it would have taken: see the texts of {@link RejectionReason}
 * @param available what there was
 * @param resource the name of the resource, where it is one that has a name; else empty
 */
public record Rejection(
    int at,
    long claim,
    int machine,
    RejectionReason reason,
    long needed,
    long available,
    String resource) {

  /** For reasons that are not about a named resource. */
  public Rejection(
      int at, long claim, int machine, RejectionReason reason, long needed, long available) {
    this(at, claim, machine, reason, needed, available, "");
  }

  @Override
  public String toString() {
    return "claim "
        + claim
        + " on machine "
        + machine
        + ": "
        + reason.text(needed, available, resource);
  }
}
