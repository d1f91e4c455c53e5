package dev.muster.sim.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.sim.experiment.Experiment.Procedure;
import dev.muster.sim.experiment.Parameter.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Reads declarations of experiments, whose form is at the top of {@code experiments.txt}. A mistake
 * there is one of this program, and ends it.
 */
final class ExperimentFile {

  private static final Pattern FIELDS = Pattern.compile("\\s*\\|\\s*");
  private static final Pattern VALUE = Pattern.compile("([a-z0-9-]+): ([A-Z]\\d+ \\| .*)");
  private static final String FAMILY = "== ";
  private static final Parameter SEED =
      new Parameter(
          "seed", "1", Domain.of("whole 0 to 1000000000000000"), "the source of all chance");

  private final Map<String, Procedure> procedures;
  private final List<Experiment> experiments = new ArrayList<>();
  private final Map<String, Parameter> ofFamily = new LinkedHashMap<>();

  private ExperimentFile(Map<String, Procedure> procedures) {
    this.procedures = procedures;
  }

  /** The lines of a file beside this class, without comments. */
  static List<String> lines(String file) {
    try (var in = Objects.requireNonNull(ExperimentFile.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Experiment> read(String file, Map<String, Procedure> procedures) {
    var read = new ExperimentFile(procedures);
    for (var section : String.join("\n", lines(file)).strip().split("\n\n+")) {
      read.section(section.lines().toList());
    }
    if (read.experiments.size() != procedures.size()) {
      throw new IllegalStateException("a procedure without a declaration in " + file);
    }
    return List.copyOf(read.experiments);
  }

  private void section(List<String> lines) {
    var body = lines.subList(1, lines.size());
    if (lines.getFirst().startsWith(FAMILY)) {
      ofFamily.clear();
      for (var line : body) {
        var fields = FIELDS.split(line, 3);
        ofFamily.put(fields[0], new Parameter(fields[0], "", Domain.of(fields[1]), fields[2]));
      }
    } else {
      experiment(lines.getFirst(), body);
    }
  }

  private void experiment(String header, List<String> body) {
    var fields = FIELDS.split(header.substring(1, header.length() - 1), 3);
    List<Parameter> parameters = new ArrayList<>();
    Map<String, PaperValue> values = new LinkedHashMap<>();
    for (var line : body) {
      var value = VALUE.matcher(line);
      if (value.matches()) {
        values.put(value.group(1), PaperValue.of(value.group(2)));
      } else {
        parameters.addAll(parameters(line));
      }
    }
    parameters.add(SEED);
    var procedure = Objects.requireNonNull(procedures.get(fields[0]), fields[0]);
    experiments.add(new Experiment(fields[0], fields[2], fields[1], parameters, values, procedure));
  }

  private List<Parameter> parameters(String line) {
    var own = FIELDS.split(line, 4);
    if (own.length == 4) {
      return List.of(new Parameter(own[0], own[1], Domain.of(own[2]), own[3]));
    }
    List<Parameter> all = new ArrayList<>();
    for (var setting : line.split(" ", -1)) {
      var parts = setting.split("=", 2);
      var known = Objects.requireNonNull(ofFamily.get(parts[0]), setting);
      all.add(new Parameter(known.name(), parts[1], known.domain(), known.meaning()));
    }
    return all;
  }
}
