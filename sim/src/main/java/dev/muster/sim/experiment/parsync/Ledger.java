package dev.muster.sim.experiment.parsync;

import dev.muster.core.actor.TraceHash;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.ExperimentReport.Point;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers what the runs of an experiment showed, and what they cost, into its report. Made before
 * the first of them: it knows how long they took.
 */
final class Ledger {

  private final long startedNs = System.nanoTime();
  private final TraceHash hash = new TraceHash();
  private final Map<String, Line> lines = new LinkedHashMap<>();
  private final List<Claim> claims = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private double simulatedSeconds;
  private long events;

  private record Line(String unit, List<Point> points) {}

  /** What a run cost. */
  record Cost(long traceHash, double simulatedSeconds, long events) {

    static Cost of(Run run) {
      var simulation = run.simulation();
      return new Cost(simulation.traceHash(), simulation.nowNs() / 1e9, simulation.events());
    }
  }

  void add(Cost cost) {
    hash.add(cost.traceHash);
    simulatedSeconds += cost.simulatedSeconds;
    events += cost.events;
  }

  /** Adds a point to the line of that name. */
  void point(String line, String unit, double x, double value) {
    lines
        .computeIfAbsent(line, _ -> new Line(unit, new ArrayList<>()))
        .points
        .add(new Value(x, Numbers.rounded(value)));
  }

  void claim(
      String id, double paper, double measured, String unit, boolean reproduced, String note) {
    claims.add(
        new Claim(id, Numbers.rounded(paper), Numbers.rounded(measured), unit, reproduced, note));
  }

  /** Why a claim is not judged. */
  void unjudged(String id, String needs) {
    notes.add("%s is not judged: that needs %s".formatted(id, needs));
  }

  ExperimentReport report(Experiment experiment, Settings settings) {
    List<Series> series = new ArrayList<>();
    lines.forEach((name, line) -> series.add(new Series(name, line.unit, line.points)));
    return new ExperimentReport(
            experiment.name(),
            settings.seed(),
            List.copyOf(claims),
            series,
            hash.toString(),
            simulatedSeconds,
            (System.nanoTime() - startedNs) / 1e9,
            events)
        .withNotes(notes);
  }
}
