package dev.muster.sim.experiment.auto;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results of another simulator on the same list: a line of names, then one line a run. Of runs that
 * differ by seed alone the mean counts.
 */
final class TraceReference {

  private static final String POLICY = "policy";
  private static final String WORKERS = "workers";

  private final List<Map<String, String>> rows;

  private TraceReference(List<Map<String, String>> rows) {
    this.rows = rows;
  }

  /** Of the policy and the number of machines that are set; none where no file is. */
  static Optional<TraceReference> of(Settings settings) {
    var file = settings.text("reference");
    if (file.isEmpty()) {
      return Optional.empty();
    }
    var rows = read(file);
    rows.removeIf(
        row ->
            !settings.text("against").equals(row.get(POLICY))
                || !settings.text("machines").equals(row.get(WORKERS)));
    if (rows.isEmpty()) {
      throw new ExperimentFailed(
          "reference has no run of against=%s with machines=%s"
              .formatted(settings.text("against"), settings.text("machines")));
    }
    return Optional.of(new TraceReference(rows));
  }

  private static List<Map<String, String>> read(String file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      throw new ExperimentFailed("reference cannot be read: " + e.getMessage());
    }
    var names = Arrays.asList((lines.isEmpty() ? "" : lines.getFirst()).split(",", -1));
    if (!names.contains(POLICY) || !names.contains(WORKERS)) {
      throw new ExperimentFailed("reference must have the columns policy and workers");
    }
    List<Map<String, String>> rows = new ArrayList<>();
    for (var line : lines.subList(1, lines.size())) {
      var fields = line.split(",", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int at = 0; at < Math.min(fields.length, names.size()); at++) {
        row.put(names.get(at), fields[at]);
      }
      rows.add(row);
    }
    return rows;
  }

  /** Adds their numbers, and how far ours are from them, relative to theirs. */
  void compare(String name, Map<String, Double> ours, Findings findings) {
    Map<String, Double> theirs = new LinkedHashMap<>();
    Map<String, Double> differences = new LinkedHashMap<>();
    ours.forEach(
        (column, here) ->
            mean(column)
                .ifPresent(
                    there -> {
                      theirs.put(column, there);
                      differences.put(column, here / there - 1);
                    }));
    findings.group(name + " Reference", theirs);
    findings.group(name + " " + ExperimentReport.DIFFERENCE, differences);
  }

  private Optional<Double> mean(String column) {
    var values = rows.stream().map(row -> row.getOrDefault(column, "")).toList();
    if (values.stream().anyMatch(String::isEmpty)) {
      return Optional.empty();
    }
    try {
      return Optional.of(values.stream().mapToDouble(Double::parseDouble).average().orElseThrow());
    } catch (NumberFormatException _) {
      throw new ExperimentFailed("reference has a value of %s that is no number".formatted(column));
    }
  }
}
