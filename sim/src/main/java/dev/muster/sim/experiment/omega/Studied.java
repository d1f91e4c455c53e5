package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.TraceHash;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.ExperimentReport.Point;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Settings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What came of a study: for each point of its lines what its run showed. */
final class Studied {

  /** Fractions range over decades, so digits count from the first one that is not 0. */
  private static final MathContext DIGITS = new MathContext(4);

  /** A scheduler that is busier than this cannot keep up. */
  static final double SATURATED = 0.95;

  private final Map<Study.Point, Measured> results;
  private final double wallSeconds;

  Studied(Map<Study.Point, Measured> results, double wallSeconds) {
    this.results = results;
    this.wallSeconds = wallSeconds;
  }

  /** The runs of a line by their place on the horizontal axis, in order. */
  TreeMap<Double, Measured> line(String line) {
    var found = new TreeMap<Double, Measured>();
    results.forEach(
        (point, measured) -> {
          if (point.line().equals(line)) {
            found.put(point.x(), measured);
          }
        });
    return found;
  }

  /** Those for which something holds. */
  TreeMap<Double, Measured> line(String line, Predicate<Measured> which) {
    var found = line(line);
    found.values().removeIf(which.negate());
    return found;
  }

  /** Each line as a series of a number. */
  List<Series> values(String what, String unit, ToDoubleFunction<Measured> value) {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    results.forEach(
        (point, measured) ->
            points
                .computeIfAbsent(point.line(), _ -> new ArrayList<>())
                .add(new Value(point.x(), rounded(value.applyAsDouble(measured)))));
    return points.entrySet().stream()
        .map(line -> new Series(what + ", " + line.getKey(), unit, line.getValue()))
        .toList();
  }

  static double rounded(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }

  /** Busyness, waits and conflicts of both workloads, and jobs left over. */
  List<Series> usual() {
    List<Series> all = new ArrayList<>();
    all.addAll(values("batch busyness", "of the time", run -> run.batch().busy()));
    all.addAll(values("service busyness", "of the time", run -> run.service().busy()));
    all.addAll(values("batch wait", "s", run -> run.batch().waitMean()));
    all.addAll(values("service wait", "s", run -> run.service().waitMean()));
    all.addAll(values("batch conflicts", "per success", run -> run.batch().conflictFraction()));
    all.addAll(values("service conflicts", "per success", run -> run.service().conflictFraction()));
    all.addAll(values("batch unscheduled", "jobs", run -> run.batch().unscheduled()));
    all.addAll(values("service unscheduled", "jobs", run -> run.service().unscheduled()));
    all.addAll(values("abandoned", "jobs", Measured::abandoned));
    return all.stream().filter(Studied::isAnything).toList();
  }

  private static boolean isAnything(Series series) {
    return series.points().stream()
        .anyMatch(point -> point instanceof Value(_, double value) && value > 0);
  }

  /** Whether somebody decided about jobs of either workload: else they show nothing. */
  boolean hasBoth() {
    return hasSome(Measured::batch) && hasSome(Measured::service);
  }

  boolean hasSome(Function<Measured, Figures> workload) {
    return results.values().stream().anyMatch(run -> workload.apply(run).attempted() > 0);
  }

  private List<String> notes(Settings settings, List<Claim> claims, String needs) {
    List<String> notes = new ArrayList<>();
    silent("batch job", Measured::batch, settings).ifPresent(notes::add);
    silent("service", Measured::service, settings).ifPresent(notes::add);
    if (notes.isEmpty() && claims.isEmpty()) {
      notes.add("no claim is judged: that needs " + needs);
    }
    return notes;
  }

  /** Why there is nothing to say of a workload; nothing where there is. */
  private Optional<String> silent(
      String one, Function<Measured, Figures> workload, Settings settings) {
    int jobs = results.values().stream().mapToInt(run -> workload.apply(run).jobs()).sum();
    var horizon = "horizonSeconds=" + settings.text("horizonSeconds");
    if (jobs == 0) {
      return Optional.of(
          "no %s came before %s: set a longer one, or jobs that come sooner"
              .formatted(one, horizon));
    }
    return hasSome(workload)
        ? Optional.empty()
        : Optional.of(
            "nobody had decided about a %s by %s: set a longer one, or shorter think times"
                .formatted(one, horizon));
  }

  /**
   * @param needs what settings must have so that claims can be judged, if there are none
   */
  ExperimentReport report(
      Experiment experiment, Settings settings, List<Claim> claims, String needs) {
    var hash = new TraceHash();
    results.values().forEach(measured -> hash.add(measured.traceHash()));
    return new ExperimentReport(
            experiment.name(),
            settings.seed(),
            claims,
            usual(),
            hash.toString(),
            results.values().stream().mapToDouble(Measured::simulatedSeconds).sum(),
            wallSeconds,
            results.values().stream().mapToLong(Measured::events).sum())
        .withNotes(notes(settings, claims, needs));
  }
}
