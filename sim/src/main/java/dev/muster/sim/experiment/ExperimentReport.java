package dev.muster.sim.experiment;

import java.util.List;
import java.util.Map;

/**
 * What came of an experiment.
 *
 * @param claims results of a paper that this run speaks to; none for an experiment of our own
 * @param traceHash the fingerprint of the run: the same for the same seed and settings, anywhere
 * @param groups numbers by name, of each group of jobs that the experiment distinguishes; mostly
 *     none
 * @param table what several contenders came to in several rows; mostly empty
 * @param notes sentences about what the settings leave out or nobody could check; mostly none
 * @param costs what the run cost besides time. Like {@code wallSeconds} it differs from run to run,
 *     so that it is for people alone
 */
public record ExperimentReport(
    String experiment,
    long seed,
    List<Finding> claims,
    List<Series> series,
    String traceHash,
    double simulatedSeconds,
    double wallSeconds,
    long events,
    Map<String, Map<String, Double>> groups,
    List<ContenderLine> table,
    List<String> notes,
    List<String> costs) {

  /** Ends the name of a group whose numbers are differences, relative to those of another. */
  public static final String DIFFERENCE = "Difference";

  /**
   * A line of a table: what a contender came to in a row.
   *
   * @param numbers by the names of the columns; none where there is nothing to say but the remark
   * @param best in which columns nobody in the row is better
   * @param remark mostly empty
   */
  public record ContenderLine(
      String row,
      String contender,
      Map<String, Double> numbers,
      List<String> best,
      String remark) {}

  /** One line of a figure or a table: what it shows, and its points. */
  public record Series(String name, String unit, List<Mark> points) {

    public Series {
      points = List.copyOf(points);
    }

    public boolean isPositive() {
      return points.stream().anyMatch(mark -> mark instanceof Value(_, double value) && value > 0);
    }
  }

  /** What was measured at one place on the horizontal axis. */
  public sealed interface Mark {
    double x();
  }

  /** A single number. */
  public record Value(double x, double value) implements Mark {}

  /** Of many values the middle one, and those that 5% and 95% of them are below. */
  public record Spread(double x, double median, double p5, double p95) implements Mark {}
}
