package dev.muster.sim.experiment;

import dev.muster.sim.experiment.ExperimentReport.Mark;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Sweep.SweepPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What came of a sweep: a result for each point of its lines. */
public final class Swept<R> {

  /** Makes a mark of a result. */
  @FunctionalInterface
  public interface Marker<R> {
    Mark of(R result, double x);
  }

  /** Receives the result of a point. */
  @FunctionalInterface
  public interface PointReader<R> {
    void read(String line, double x, R result);
  }

  private final List<SweepPoint> points;
  private final List<R> results;
  private final int threads;

  Swept(List<SweepPoint> points, List<R> results, int threads) {
    this.points = List.copyOf(points);
    this.results = List.copyOf(results);
    this.threads = threads;
  }

  /** In the order in which their points were added. */
  public List<R> results() {
    return results;
  }

  /** In the same order. */
  public void forEach(PointReader<R> reader) {
    for (int index = 0; index < points.size(); index++) {
      reader.read(points.get(index).line(), points.get(index).x(), results.get(index));
    }
  }

  public int threads() {
    return threads;
  }

  public Optional<R> at(String line, double x) {
    return at(line, place -> Numbers.same(place, x)).stream().findFirst();
  }

  /** The results at some places of a line. */
  public List<R> at(String line, DoublePredicate where) {
    List<R> found = new ArrayList<>();
    forEach(
        (of, x, result) -> {
          if (of.equals(line) && where.test(x)) {
            found.add(result);
          }
        });
    return found;
  }

  /** The results of a line by their place on the horizontal axis, in order. */
  public TreeMap<Double, R> line(String line) {
    return line(line, _ -> true);
  }

  /** Those for which something holds. */
  public TreeMap<Double, R> line(String line, Predicate<R> which) {
    var found = new TreeMap<Double, R>();
    forEach(
        (of, x, result) -> {
          if (of.equals(line) && which.test(result)) {
            found.put(x, result);
          }
        });
    return found;
  }

  /** A number of each result of a line, in order. */
  public TreeMap<Double, Double> values(String line, ToDoubleFunction<R> number) {
    var values = new TreeMap<Double, Double>();
    line(line).forEach((x, result) -> values.put(x, number.applyAsDouble(result)));
    return values;
  }

  /**
   * Each line as a series.
   *
   * @param what begins the name of each; empty where the name of the line says it all
   */
  public List<Series> series(String what, String unit, Marker<R> marker) {
    Map<String, List<Mark>> marks = new LinkedHashMap<>();
    forEach(
        (line, x, result) ->
            marks.computeIfAbsent(line, _ -> new ArrayList<>()).add(marker.of(result, x)));
    var prefix = what.isEmpty() ? "" : what + ", ";
    return marks.entrySet().stream()
        .map(line -> new Series(prefix + line.getKey(), unit, line.getValue()))
        .toList();
  }

  /** Each line as a series of a number of its results, to hundredths. */
  public List<Series> values(String what, String unit, ToDoubleFunction<R> number) {
    return series(
        what, unit, (result, x) -> new Value(x, Numbers.rounded(number.applyAsDouble(result))));
  }

  /** The same without the lines that are 0 throughout. */
  public List<Series> positiveValues(String what, String unit, ToDoubleFunction<R> number) {
    return values(what, unit, number).stream().filter(Series::isPositive).toList();
  }

  public double sum(ToDoubleFunction<R> number) {
    return results.stream().mapToDouble(number).sum();
  }
}
