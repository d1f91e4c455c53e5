package dev.muster.sim.experiment;

import java.util.List;

/**
 * What came of an experiment.
 *
 * @param claims results of a paper that this run speaks to; none for an experiment of our own
 * @param traceHash the fingerprint of the run: the same for the same seed and settings, anywhere
 */
public record ExperimentReport(
    String experiment,
    long seed,
    List<Claim> claims,
    List<Series> series,
    String traceHash,
    double simulatedSeconds,
    double wallSeconds,
    long events) {

  /** A published result beside ours. */
  public record Claim(
      String id, double paper, double measured, String unit, boolean reproduced, String note) {}

  /** One line of a figure or a table: what it shows, and its points. */
  public record Series(String name, String unit, List<Point> points) {}

  public record Point(String at, double value) {}
}
