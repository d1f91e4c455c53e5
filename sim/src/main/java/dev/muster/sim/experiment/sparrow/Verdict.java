package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;

/** Holds a measured number against a published one. */
final class Verdict {

  private Verdict() {}

  /**
   * @param limit what still counts as the same result
   */
  static Claim atMost(
      String id, double paper, double measured, double limit, String unit, String what) {
    var note = "%s; reproduced if at most %s".formatted(what, Parameter.plain(limit));
    return new Claim(id, paper, Numbers.rounded(measured), unit, measured <= limit, note);
  }

  static Claim atLeast(
      String id, double paper, double measured, double limit, String unit, String what) {
    var note = "%s; reproduced if at least %s".formatted(what, Parameter.plain(limit));
    return new Claim(id, paper, Numbers.rounded(measured), unit, measured >= limit, note);
  }

  /**
   * @param share how far from the paper's number, relative to it
   */
  static Claim near(
      String id, double paper, double measured, double share, String unit, String what) {
    var note = "%s; reproduced if within %.0f%%".formatted(what, share * 100);
    boolean near = Math.abs(measured - paper) <= share * paper;
    return new Claim(id, paper, Numbers.rounded(measured), unit, near, note);
  }
}
