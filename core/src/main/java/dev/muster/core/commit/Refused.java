package dev.muster.core.commit;

/**
 * A claim that was not accepted, and the two numbers that did not go together.
 *
 * @param at its place among the claims of the transaction
 * @param needed what it would have taken: see the texts of {@link Refusal}
 * @param has what there was
 */
public record Refused(int at, long claim, int machine, Refusal reason, long needed, long has) {

  @Override
  public String toString() {
    return "claim " + claim + " on machine " + machine + ": " + reason.says(needed, has);
  }
}
