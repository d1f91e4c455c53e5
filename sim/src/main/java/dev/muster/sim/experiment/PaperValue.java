package dev.muster.sim.experiment;

import dev.muster.sim.experiment.Finding.ClaimVerdict;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A published value as data: of which claim, how much, of what, and when a measured value counts as
 * the same.
 *
 * @param what was measured, in words; may leave out details as {@code %s}
 * @param rule as in: reproduced if {@code at most 5}; empty where the value is stated, not judged
 * @param holds whether the rule does, for a shape that takes more than one value to see; none where
 *     the words of the rule say it all
 */
public record PaperValue(
    String id, double paper, String unit, String what, String rule, @Nullable Boolean holds) {

  /** Stands for a rule where the value is stated, not judged. */
  private static final String REPORTED = "reported";

  private static final Pattern LIMIT =
      Pattern.compile("(at most|at least|above|below) ([\\d.]+)%?([,: ].*)?");
  private static final Pattern RANGE = Pattern.compile("from ([\\d.]+) to ([\\d.]+)");
  private static final Pattern NEAR = Pattern.compile("within ([\\d.]+)(%| points)");
  private static final double PERCENT = 100;

  /** What limits written as fractions may be off by. */
  private static final double HAIR = 1e-9;

  /** As in {@code S2 | 4 % | over omniscient, d=2, load 0.6 | at most 5}. */
  public static PaperValue of(String line) {
    var fields = line.split(" \\| ", 4);
    var paper = fields[1].split(" ", 2);
    var rule = fields[3].equals(REPORTED) ? "" : fields[3];
    return new PaperValue(fields[0], Double.parseDouble(paper[0]), paper[1], fields[2], rule, null);
  }

  /** With the details that its words leave out. */
  public PaperValue about(Object... details) {
    return new PaperValue(id, paper, unit, what.formatted(details), rule, holds);
  }

  /** Where the paper's value follows from the settings. */
  public PaperValue withPaper(double other) {
    return new PaperValue(id, other, unit, what, rule, holds);
  }

  public PaperValue withRule(String other) {
    return new PaperValue(id, paper, unit, what, other, holds);
  }

  /** The rule is one about a shape, which does or does not hold. */
  public PaperValue holding(boolean shape) {
    return new PaperValue(id, paper, unit, what, rule, shape);
  }

  ClaimVerdict verdict(double measured) {
    if (rule.isEmpty()) {
      return ClaimVerdict.REPORTED;
    }
    boolean same = holds == null ? test(measured) : holds;
    return same ? ClaimVerdict.REPRODUCED : ClaimVerdict.NOT_REPRODUCED;
  }

  private boolean test(double measured) {
    var limit = LIMIT.matcher(rule);
    if (limit.matches()) {
      double value = Double.parseDouble(limit.group(2));
      return switch (limit.group(1)) {
        case "at most" -> measured <= value;
        case "at least" -> measured >= value;
        case "above" -> measured > value;
        default -> measured < value;
      };
    }
    var range = RANGE.matcher(rule);
    if (range.matches()) {
      return measured >= Double.parseDouble(range.group(1)) - HAIR
          && measured <= Double.parseDouble(range.group(2)) + HAIR;
    }
    var near = NEAR.matcher(rule);
    if (near.matches()) {
      double slack = Double.parseDouble(near.group(1));
      boolean relative = near.group(2).equals("%");
      return Math.abs(measured - paper) <= (relative ? slack / PERCENT * paper : slack);
    }
    throw new IllegalArgumentException("no rule by which to judge: " + rule);
  }
}
