package dev.muster.sim.experiment;

/**
 * A published result beside ours.
 *
 * @param id of the claim
 * @param what was measured, in words
 * @param rule when it counts as the same, in words; none where nothing is judged
 * @param doubt why it is not held reproduced whatever the rule says; mostly empty
 */
public record Finding(
    String id,
    double paper,
    double measured,
    String unit,
    String what,
    String rule,
    ClaimVerdict verdict,
    String doubt) {

  /** What comes of a claim. */
  public enum ClaimVerdict {
    REPRODUCED,
    NOT_REPRODUCED,
    /** There is nothing to judge by: the value is stated. */
    REPORTED
  }

  static Finding of(PaperValue value, double measured) {
    return new Finding(
        value.id(),
        value.paper(),
        measured,
        value.unit(),
        value.what(),
        value.rule(),
        value.verdict(measured),
        "");
  }

  /** The same with nothing judged. */
  Finding reported() {
    return new Finding(id, paper, measured, unit, what, "", ClaimVerdict.REPORTED, doubt);
  }

  public boolean isReproduced() {
    return verdict == ClaimVerdict.REPRODUCED;
  }

  /** All that is to be said of it, in one line. */
  public String note() {
    var judged = rule.isEmpty() ? what : what + "; reproduced if " + rule;
    return doubt.isEmpty() ? judged : judged + "; " + doubt;
  }
}
