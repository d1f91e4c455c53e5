package dev.muster.sim.experiment;

import java.util.List;
import java.util.Map;

/**
 * What came of an experiment.
 *
 * @param claims results of a paper that this run speaks to; none for an experiment of our own
 * @param traceHash the fingerprint of the run: the same for the same seed and settings, anywhere
 * @param groups numbers by name, of each group of jobs that the experiment tells apart; mostly none
 * @param notes sentences about what the settings leave out or nobody could check; mostly none
 * @param costs what the run cost besides time. Like {@code wallSeconds} it differs from run to run,
 *     so that it is for people alone
 */
public record ExperimentReport(
    String experiment,
    long seed,
    List<Claim> claims,
    List<Series> series,
    String traceHash,
    double simulatedSeconds,
    double wallSeconds,
    long events,
    Map<String, Map<String, Double>> groups,
    List<String> notes,
    List<String> costs) {

  /** Ends the name of a group whose numbers are differences, relative to those of another. */
  public static final String DIFFERENCE = "Difference";

  /** Without groups, notes and costs. */
  public ExperimentReport(
      String experiment,
      long seed,
      List<Claim> claims,
      List<Series> series,
      String traceHash,
      double simulatedSeconds,
      double wallSeconds,
      long events) {
    this(
        experiment,
        seed,
        claims,
        series,
        traceHash,
        simulatedSeconds,
        wallSeconds,
        events,
        Map.of(),
        List.of(),
        List.of());
  }

  public ExperimentReport withGroups(Map<String, Map<String, Double>> named) {
    return with(named, notes, costs);
  }

  public ExperimentReport withNotes(List<String> sentences) {
    return with(groups, sentences, costs);
  }

  public ExperimentReport withCosts(List<String> amounts) {
    return with(groups, notes, amounts);
  }

  private ExperimentReport with(
      Map<String, Map<String, Double>> named, List<String> sentences, List<String> amounts) {
    return new ExperimentReport(
        experiment,
        seed,
        claims,
        series,
        traceHash,
        simulatedSeconds,
        wallSeconds,
        events,
        named,
        List.copyOf(sentences),
        List.copyOf(amounts));
  }

  /** A published result beside ours. */
  public record Claim(
      String id, double paper, double measured, String unit, boolean reproduced, String note) {}

  /** One line of a figure or a table: what it shows, and its points. */
  public record Series(String name, String unit, List<Point> points) {

    public Series {
      points = List.copyOf(points);
    }
  }

  /** What was measured at one place on the horizontal axis. */
  public sealed interface Point {
    double x();
  }

  /** A single number. */
  public record Value(double x, double value) implements Point {}

  /** Of many values the middle one, and those that 5% and 95% of them are below. */
  public record Spread(double x, double median, double p5, double p95) implements Point {}
}
