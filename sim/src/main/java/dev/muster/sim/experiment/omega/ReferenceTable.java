package dev.muster.sim.experiment.omega;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Numbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results of the simulator of the Omega paper, one configuration a line, with the names of its
 * columns in the first: either single runs or means over several.
 */
final class ReferenceTable {

  /** How many lines of a file are read. */
  static final int MAX_ROWS = 100_000;

  private static final double NS_PER_S = 1e9;

  private final Path file;
  private final List<Map<String, String>> rows = new ArrayList<>();

  ReferenceTable(Path file) {
    this.file = file;
    try (var lines = Files.lines(file, UTF_8)) {
      var all = lines.limit(MAX_ROWS + 1L).toList();
      var names = all.isEmpty() ? new String[0] : all.getFirst().split(",", -1);
      all.stream().skip(1).forEach(line -> rows.add(row(names, line.split(",", -1))));
    } catch (IOException | UncheckedIOException e) {
      throw new ExperimentFailed("reference must be a table that can be read: " + e.getMessage());
    }
  }

  private static Map<String, String> row(String[] names, String[] values) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int at = 0; at < Math.min(names.length, values.length); at++) {
      row.put(names[at], values[at]);
    }
    return row;
  }

  /** What it has for a configuration, by workload and name as in {@link Figures#byName}. */
  Map<String, Map<String, Double>> of(Setting setting) {
    var row =
        rows.stream()
            .filter(each -> isOf(each, setting))
            .reduce((one, other) -> isDistinct(other) ? other : one)
            .orElseThrow(() -> missing(setting));
    boolean monolithic = setting.architecture().isMonolithic();
    Map<String, Map<String, Double>> values = new LinkedHashMap<>();
    values.put("batch", values(row, "batch", monolithic ? "" : "bsched"));
    values.put("service", values(row, "service", monolithic ? "" : "ssched"));
    return values;
  }

  /** Schedulers that draw the same numbers get in each other's way; ours never do. */
  private static boolean isDistinct(Map<String, String> row) {
    return "1".equals(row.get("distinct_seeds"));
  }

  private static boolean isOf(Map<String, String> row, Setting setting) {
    var think = setting.thinking();
    boolean single = setting.architecture() == Architecture.MONOLITHIC_SINGLE;
    return setting.architecture().inReference.equals(row.get("arch"))
        && conflict(setting).equals(row.get("conflict"))
        && unit(setting).equals(row.get("txn"))
        && is(row, "n_batch_scheds", setting.batchSchedulers())
        && is(row, "service_tjob", think.serviceJobNs() / NS_PER_S)
        && is(row, "batch_tjob", (single ? think.serviceJobNs() : think.batchJobNs()) / NS_PER_S);
  }

  private static String conflict(Setting setting) {
    return switch (setting.architecture()) {
      case SHARED ->
          switch (setting.terms().conflicts()) {
            case FIT -> "resource-fit";
            case SEQUENCE -> "sequence-numbers";
          };
      case MONOLITHIC_SINGLE, MONOLITHIC_MULTI, STATIC_PARTITIONS, OFFERS -> "-";
    };
  }

  private static String unit(Setting setting) {
    return switch (setting.architecture()) {
      case SHARED -> setting.terms().allOrNothing() ? "all-or-nothing" : "incremental";
      case MONOLITHIC_SINGLE, MONOLITHIC_MULTI, STATIC_PARTITIONS, OFFERS -> "-";
    };
  }

  private static boolean is(Map<String, String> row, String name, double value) {
    return number(row, name).filter(found -> Numbers.same(found, value)).isPresent();
  }

  private static Optional<Double> number(Map<String, String> row, String name) {
    try {
      return Optional.ofNullable(row.get(name)).map(Double::valueOf);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
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

  private ExperimentFailed missing(Setting setting) {
    return new ExperimentFailed(
        "reference %s has no row with arch=%s, conflict=%s, txn=%s, n_batch_scheds=%d, batch_tjob=%s, service_tjob=%s: set what it has, or no reference"
            .formatted(
                file,
                setting.architecture().inReference,
                conflict(setting),
                unit(setting),
                setting.batchSchedulers(),
                setting.thinking().batchJobNs() / NS_PER_S,
                setting.thinking().serviceJobNs() / NS_PER_S));
  }
}
