package dev.muster.sim.experiment;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Quantity;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.ExperimentReport.Point;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;

/** What came of a sweep: an outcome for each point of its lines. */
public final class Swept {

  /** A point of a line. */
  record Place(String line, double x) {}

  /** Makes a point of an outcome. */
  @FunctionalInterface
  public interface Reading {
    Point of(Outcome outcome, double x);
  }

  /** With more jobs cut off than this at one of its points, a claim is not held reproduced. */
  static final double MOST_CUT_OFF = 0.01;

  private static final double PERCENT = 100;

  private final List<Place> places;
  private final List<Outcome> outcomes;
  private final int threads;
  private final double wallSeconds;

  Swept(List<Place> places, List<Outcome> outcomes, int threads, double wallSeconds) {
    this.places = List.copyOf(places);
    this.outcomes = List.copyOf(outcomes);
    this.threads = threads;
    this.wallSeconds = wallSeconds;
  }

  public Optional<Outcome> at(String line, double x) {
    for (int index = 0; index < places.size(); index++) {
      var place = places.get(index);
      if (place.line().equals(line) && Numbers.same(place.x(), x)) {
        return Optional.of(outcomes.get(index));
      }
    }
    return Optional.empty();
  }

  /**
   * A claim about some points, as it stands unless too many of their jobs were cut off: times of
   * such jobs are too short, whatever the claim makes of them.
   *
   * @param at which places of the lines the claim is about
   */
  public Claim judged(Claim claim, DoublePredicate at, String... lines) {
    double most = 0;
    for (int index = 0; index < places.size(); index++) {
      var place = places.get(index);
      if (List.of(lines).contains(place.line()) && at.test(place.x())) {
        most = Math.max(most, outcomes.get(index).cutOffShare());
      }
    }
    return most > MOST_CUT_OFF ? unjudged(claim, most) : claim;
  }

  private static Claim unjudged(Claim claim, double share) {
    var why =
        "%s; not judged: at one point the run ended before %s%% of its jobs had, more than %s%%; set more `jobs`"
            .formatted(
                claim.note(),
                Parameter.plain(Numbers.rounded(PERCENT * share)),
                Parameter.plain(PERCENT * MOST_CUT_OFF));
    return new Claim(claim.id(), claim.paper(), claim.measured(), claim.unit(), false, why);
  }

  /** Each line as a series of the same reading. */
  public List<Series> lines(String what, String unit, Reading reading) {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    for (int index = 0; index < places.size(); index++) {
      var place = places.get(index);
      points
          .computeIfAbsent(place.line(), _ -> new ArrayList<>())
          .add(reading.of(outcomes.get(index), place.x()));
    }
    return points.entrySet().stream()
        .map(line -> new Series(name(what, line.getKey()), unit, line.getValue()))
        .toList();
  }

  private static String name(String what, String line) {
    return what.isEmpty() ? line : what + ", " + line;
  }

  /** Each line as a series of a number of its outcomes. */
  public List<Series> values(String what, String unit, ToDoubleFunction<Outcome> value) {
    return lines(
        what, unit, (outcome, x) -> new Value(x, Numbers.rounded(value.applyAsDouble(outcome))));
  }

  /** The same without the lines that are 0 throughout. */
  public List<Series> positiveValues(String what, String unit, ToDoubleFunction<Outcome> value) {
    return values(what, unit, value).stream()
        .filter(line -> line.points().stream().anyMatch(Swept::isPositive))
        .toList();
  }

  private static boolean isPositive(Point point) {
    return point instanceof Value(_, double value) && value > 0;
  }

  /** The report, with messages and jobs cut off after the given series. */
  public ExperimentReport report(
      Experiment experiment, Settings settings, List<Claim> claims, List<Series> series) {
    List<Series> all = new ArrayList<>(series);
    all.addAll(values("messages per task", "messages", Outcome::messagesPerTask));
    all.addAll(positiveValues("jobs cut off", "jobs", Outcome::cutOff));
    return new ExperimentReport(
            experiment.name(),
            settings.seed(),
            claims,
            all,
            traceHash(),
            sum(Outcome::simulatedSeconds),
            wallSeconds,
            (long) sum(Outcome::events))
        .withCosts(costs());
  }

  private List<String> costs() {
    long bytes = Math.round(sum(Outcome::allocatedBytes) / tasks());
    long perSecond = Math.round(tasks() / wallSeconds);
    return List.of(
        "%s bytes allocated per task".formatted(Quantity.formatCount(bytes)),
        "%s tasks simulated per second, with %d threads"
            .formatted(Quantity.formatCount(perSecond), threads));
  }

  private String traceHash() {
    var hash = new TraceHash();
    outcomes.forEach(outcome -> hash.add(outcome.traceHash()));
    return hash.toString();
  }

  private double tasks() {
    return sum(Outcome::tasks);
  }

  private double sum(ToDoubleFunction<Outcome> value) {
    return outcomes.stream().mapToDouble(value).sum();
  }
}
