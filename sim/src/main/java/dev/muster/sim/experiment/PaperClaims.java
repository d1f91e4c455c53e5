package dev.muster.sim.experiment;

import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Finding.ClaimVerdict;
import dev.muster.sim.experiment.PaperClaim.ClaimRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The claims of the papers that have experiments, as {@code claims.txt} lists them: all together
 * within thirty-five minutes on two cores. What a claim comes to with other settings, the
 * experiment behind it shows.
 */
public final class PaperClaims {

  private static final PaperValue NONE_LEFT =
      PaperValue.of(
          "O3 | 0 jobs | batch jobs left unscheduled beside the slowest services under shared state | at most 0, in the same cell");
  private static final PaperValue READING = PaperValue.of("P3 | 4 of 4 | %s: %s | reported");
  private static final PaperValue BEST_READING =
      PaperValue.of(
          "P3 | 4 of 4 | percentages within 8 points of 48, 64, 23 and 76, in the best reading, %s | at least 3");

  /** What no simulation can show. */
  private static final Finding OVERHEAD =
      new Finding(
          "S9",
          8,
          Double.NaN,
          "ms",
          "median scheduling overhead of real daemons",
          "below 8 on a real cell",
          ClaimVerdict.REPORTED,
          "");

  private static final List<PaperClaim> ALL = read(ExperimentFile.lines("claims.txt"));

  private PaperClaims() {}

  /** In the order of their ids. */
  public static List<PaperClaim> all() {
    return ALL;
  }

  public static List<String> papers() {
    return ALL.stream().map(PaperClaim::paper).distinct().toList();
  }

  private static List<PaperClaim> read(List<String> lines) {
    List<PaperClaim> claims = new ArrayList<>();
    for (var line : lines) {
      var fields = Stream.of(line.split("\\|", -1)).map(String::strip).toList();
      if (line.startsWith(" ")) {
        claims.add(claims.removeLast().with(run(fields)));
      } else if (fields.size() > 1) {
        claims.add(new PaperClaim(fields.get(0), fields.get(1)).noting(fields.get(2)));
      }
    }
    return claims.stream().map(PaperClaims::summedUp).toList();
  }

  private static ClaimRun run(List<String> fields) {
    var run = new ClaimRun(fields.get(1), fields.get(2), Integer.parseInt(fields.get(0)));
    return switch (fields.get(3)) {
      case "" -> run;
      case ":left" -> run.reading(PaperClaims::leftUnderSharedState);
      case ":drift" -> run.reading(PaperClaims::drift);
      case ":halves" -> run.reading(report -> halves(report, run.settings()));
      default -> run.about(fields.get(3));
    };
  }

  private static PaperClaim summedUp(PaperClaim claim) {
    return switch (claim.id()) {
      case "S9" -> claim.summedUpBy(_ -> List.of(OVERHEAD));
      case "P3" -> claim.summedUpBy(PaperClaims::best);
      default -> claim;
    };
  }

  /** Lines that are 0 throughout are not in a report. */
  private static List<Finding> leftUnderSharedState(ExperimentReport report) {
    double left = 0;
    for (var series : report.series()) {
      if (series.name().equals("batch unscheduled, shared")
          && series.points().getLast() instanceof Value(_, double value)) {
        left = value;
      }
    }
    return List.of(Finding.of(NONE_LEFT, left));
  }

  private static List<Finding> drift(ExperimentReport report) {
    return report.claims().stream().map(Finding::reported).toList();
  }

  /** How many of the four percentages are near in each reading of what the paper leaves open. */
  private static List<Finding> halves(ExperimentReport report, String settings) {
    var how =
        "%s, %s"
            .formatted(
                settings.replaceAll(".*sync=(\\w+).*", "$1"),
                settings.replaceAll(".*half=(\\w+).*", "$1"));
    var values = report.claims().stream().filter(claim -> claim.id().equals("P3")).toList();
    List<Finding> readings = new ArrayList<>();
    for (int first = 0; first < values.size(); first += 4) {
      var four = values.subList(first, first + 4);
      var shown =
          four.stream().map(each -> each.what() + " " + Parameter.plain(each.measured())).toList();
      double near = four.stream().filter(Finding::isReproduced).count();
      readings.add(Finding.of(READING.about(how, String.join("; ", shown)), near));
    }
    return readings;
  }

  /** The reading with the most that are near, and all others after it. */
  private static List<Finding> best(List<Finding> readings) {
    List<Finding> all = new ArrayList<>();
    readings.stream()
        .max(Comparator.comparingDouble(Finding::measured))
        .map(most -> Finding.of(BEST_READING.about(most.what()), most.measured()))
        .ifPresent(all::add);
    all.addAll(readings);
    return all;
  }
}
