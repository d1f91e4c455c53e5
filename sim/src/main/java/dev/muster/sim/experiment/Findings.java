package dev.muster.sim.experiment;

import dev.muster.core.actor.TraceHash;
import dev.muster.sim.experiment.ExperimentReport.ContenderLine;
import dev.muster.sim.experiment.ExperimentReport.Mark;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Finding.ClaimVerdict;
import dev.muster.sim.experiment.PointRun.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleUnaryOperator;

/**
 * Collects what an experiment shows into its report. Made as the experiment begins: it knows how
 * long that took, and what all simulations of its sweeps came to.
 */
public final class Findings {

  private record GrowingSeries(String unit, List<Mark> marks) {}

  private final Map<String, PaperValue> values;
  private final DoubleConsumer progress;
  private final long startedNs = System.nanoTime();
  private final TraceHash hash = new TraceHash();
  private final Map<String, GrowingSeries> lines = new LinkedHashMap<>();
  private final List<Finding> claims = new ArrayList<>();
  private final Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
  private final List<ContenderLine> table = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> costs = new ArrayList<>();
  private DoubleUnaryOperator rounding = Numbers::rounded;
  private double simulatedSeconds;
  private long events;

  /**
   * @param values that papers publish, by the names that the experiment has for them
   */
  public Findings(Map<String, PaperValue> values, DoubleConsumer progress) {
    this.values = values;
    this.progress = progress;
  }

  /** How all numbers are given from now on; to hundredths unless said. */
  public void round(DoubleUnaryOperator how) {
    rounding = how;
  }

  public double rounded(double value) {
    return rounding.applyAsDouble(value);
  }

  /** A sweep whose progress is that of the experiment. */
  public <R> Sweep<R> sweep() {
    return new Sweep<>(this);
  }

  void progress(double done) {
    progress.accept(done);
  }

  /** A simulation has ended. */
  void add(Trace trace) {
    hash.add(trace.hash());
    simulatedSeconds += trace.seconds();
    events += trace.events();
  }

  public void add(List<Series> series) {
    series.forEach(each -> marks(each.name(), each.unit()).addAll(each.points()));
  }

  /** A point of the line of that name. */
  public void point(String line, String unit, double x, double value) {
    marks(line, unit).add(new Value(x, rounded(value)));
  }

  private List<Mark> marks(String line, String unit) {
    return lines.computeIfAbsent(line, _ -> new GrowingSeries(unit, new ArrayList<>())).marks;
  }

  /** The published value of that name, with the details that its words leave out. */
  public PaperValue paper(String value, Object... details) {
    var published = Objects.requireNonNull(values.get(value), value);
    return details.length == 0 ? published : published.about(details);
  }

  /** Compares a measured value with the published one of that name. */
  public void judge(String value, double measured) {
    judge(paper(value), measured);
  }

  public void judge(PaperValue value, double measured) {
    judge(value, measured, "");
  }

  /**
   * @param doubt why it is not held reproduced whatever the rule says; empty for none
   */
  public void judge(PaperValue value, double measured, String doubt) {
    var verdict = value.verdict(measured);
    if (!doubt.isEmpty() && verdict == ClaimVerdict.REPRODUCED) {
      verdict = ClaimVerdict.NOT_REPRODUCED;
    }
    claims.add(
        new Finding(
            value.id(),
            rounded(value.paper()),
            rounded(measured),
            value.unit(),
            value.what(),
            value.rule(),
            verdict,
            doubt));
  }

  public boolean judgesNothing() {
    return claims.isEmpty();
  }

  public void group(String name, Map<String, Double> numbers) {
    groups.put(name, numbers);
  }

  public void line(ContenderLine line) {
    table.add(line);
  }

  public void note(String sentence) {
    notes.add(sentence);
  }

  /** What the run cost, which differs from run to run. */
  public void cost(String amount) {
    costs.add(amount);
  }

  public double wallSeconds() {
    return (System.nanoTime() - startedNs) / 1e9;
  }

  ExperimentReport report(String experiment, long seed) {
    List<Series> series = new ArrayList<>();
    lines.forEach((line, each) -> series.add(new Series(line, each.unit, each.marks)));
    return new ExperimentReport(
        experiment,
        seed,
        List.copyOf(claims),
        series,
        hash.toString(),
        simulatedSeconds,
        wallSeconds(),
        events,
        groups,
        List.copyOf(table),
        List.copyOf(notes),
        List.copyOf(costs));
  }
}
