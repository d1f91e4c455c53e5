package dev.muster.sim.experiment.omega;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.omega.ReferencePoint.WantedColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Results of the simulator of the Omega paper, one configuration a line, with the names of its
 * columns in the first: either single runs or means over several.
 */
final class ReferenceTable {

  /** How many lines of a file are read. */
  static final int MAX_ROWS = 100_000;

  /** How many values of a column are named to someone who set another. */
  private static final int MAX_SHOWN = 8;

  private static final String DISTINCT = "distinct_seeds";

  private final Path file;
  private final List<Map<String, String>> rows = new ArrayList<>();

  ReferenceTable(Path file) {
    this.file = file;
    try (var lines = Files.lines(file, UTF_8)) {
      var all = lines.limit(MAX_ROWS + 2L).toList();
      if (all.size() > MAX_ROWS + 1) {
        throw new ExperimentFailed(
            "reference must have at most %d rows; %s has more".formatted(MAX_ROWS, file));
      }
      var names = all.isEmpty() ? new String[0] : all.getFirst().split(",", -1);
      all.stream().skip(1).forEach(line -> rows.add(row(names, line.split(",", -1))));
    } catch (IOException | UncheckedIOException e) {
      throw new ExperimentFailed("reference must be a table that can be read: " + e.getMessage());
    }
    if (rows.isEmpty() || !rows.getFirst().containsKey("arch")) {
      throw new ExperimentFailed(
          "reference must be a table with a column `arch` and rows below it; %s is none"
              .formatted(file));
    }
    rows.removeIf(row -> !row.getOrDefault("timed_out", "0").equals("0"));
  }

  private static Map<String, String> row(String[] names, String[] values) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int at = 0; at < Math.min(names.length, values.length); at++) {
      row.put(names[at], values[at]);
    }
    return row;
  }

  /**
   * What it has for a configuration, by workload and by name as in {@link
   * OmegaResult.WorkloadFigures#byName}.
   *
   * @param jobs the file of jobs
   * @param notes receives what is to be known about it
   */
  Map<String, Map<String, Double>> find(OmegaSetting setting, String jobs, Consumer<String> notes) {
    var architecture = setting.architecture();
    if (architecture.inReference.isEmpty()) {
      throw new ExperimentFailed(
          "reference has nothing about arch=%s, which that simulator lacks: set another arch, or no reference"
              .formatted(architecture.label));
    }
    var point = new ReferencePoint(setting, jobs);
    var fitting = rows.stream().filter(point::fits).toList();
    if (fitting.isEmpty()) {
      throw missing(point);
    }
    var best = fitting.stream().filter(ReferenceTable::isDistinct).toList();
    var row = (best.isEmpty() ? fitting : best).getFirst();
    var unchecked = point.unchecked(row);
    if (!unchecked.isEmpty()) {
      notes.accept(
          "%s says nothing about %s: whether its results are for the same as was set here cannot be checked"
              .formatted(file, String.join(", ", unchecked)));
    }
    if (architecture == Architecture.SHARED && "0".equals(row.get(DISTINCT))) {
      notes.accept("the reference has schedulers that draw the same random numbers; ours never do");
    }
    if (best.size() > 1 || (best.isEmpty() && fitting.size() > 1)) {
      notes.accept("several rows of %s fit, of which the first is the reference".formatted(file));
    }
    boolean monolithic = architecture.isMonolithic();
    Map<String, Map<String, Double>> values = new LinkedHashMap<>();
    values.put("batch", values(row, "batch", monolithic ? "" : "bsched"));
    values.put("service", values(row, "service", monolithic ? "" : "ssched"));
    return values;
  }

  /** Schedulers that draw the same numbers get in each other's way; ours never do. */
  private static boolean isDistinct(Map<String, String> row) {
    return "1".equals(row.get(DISTINCT));
  }

  private static Map<String, Double> values(
      Map<String, String> row, String workload, String scheduler) {
    Map<String, Double> values = new LinkedHashMap<>();
    put(values, "jobs", row, workload + "_jobs");
    put(values, "waitMean", row, workload + "_wait_first_mean");
    put(values, "waitP90", row, workload + "_wait_first_p90");
    put(
        values,
        "busy",
        row,
        scheduler.isEmpty() ? workload + "_busy_by_workload" : scheduler + "_busy_mean");
    if (!scheduler.isEmpty()) {
      put(values, "conflictFraction", row, scheduler + "_conflict_fraction");
    }
    put(values, "unscheduled", row, workload + "_unscheduled");
    return values;
  }

  private static void put(
      Map<String, Double> values, String name, Map<String, String> row, String column) {
    number(row, column).ifPresent(value -> values.put(name, value));
  }

  private static Optional<Double> number(Map<String, String> row, String column) {
    try {
      return Optional.ofNullable(row.get(column)).map(Double::valueOf).filter(Double::isFinite);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private ExperimentFailed missing(ReferencePoint point) {
    if (rows.isEmpty()) {
      return new ExperimentFailed("reference %s has no run that ended".formatted(file));
    }
    var nearest =
        rows.stream().min(Comparator.comparingInt(row -> point.misfits(row).size())).orElseThrow();
    var wanted = point.in(rows.getFirst());
    return new ExperimentFailed(
        "reference %s has no row with %s; the nearest has %s. In its rows there are %s: set what it has, or no reference"
            .formatted(
                file,
                wanted.stream().map(WantedColumn::toString).collect(Collectors.joining(", ")),
                point.misfits(nearest).stream()
                    .map(each -> each.column() + "=" + nearest.get(each.column()))
                    .collect(Collectors.joining(", ")),
                wanted.stream().map(this::there).collect(Collectors.joining(", "))));
  }

  private String there(WantedColumn wanted) {
    var values =
        rows.stream().map(row -> row.getOrDefault(wanted.column(), "")).distinct().toList();
    var shown = values.stream().limit(MAX_SHOWN).collect(Collectors.joining("|"));
    return wanted.column() + "=" + shown + (values.size() > MAX_SHOWN ? "|…" : "");
  }
}
