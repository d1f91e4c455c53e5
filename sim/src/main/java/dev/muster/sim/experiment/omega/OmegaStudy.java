package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import dev.muster.sim.experiment.omega.OmegaResult.WorkloadFigures;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * What came of runs at the points of several lines. Fractions range over decades, so digits count
 * from the first one that is not 0.
 */
record OmegaStudy(Settings settings, Findings findings, Swept<OmegaResult> swept) {

  /**
   * A line of an experiment in which services are thought about longer and longer.
   *
   * @param from what the setting of a point is, made of that of schedulers that share the state
   */
  record StudyLine(String name, UnaryOperator<OmegaSetting> from) {

    StudyLine(String name, Architecture architecture) {
      this(name, shared -> shared.with(architecture));
    }
  }

  static OmegaStudy of(Settings settings, Findings findings, Sweep<OmegaResult> sweep) {
    findings.round(Numbers::significant);
    return new OmegaStudy(settings, findings, sweep.run());
  }

  /** The same jobs along each line, for each of the think times of services. */
  static OmegaStudy overServices(Settings settings, Findings findings, List<StudyLine> lines) {
    var jobs = OmegaJobs.of(settings, 1);
    var base = OmegaSetting.base(settings);
    Sweep<OmegaResult> sweep = findings.sweep();
    for (double seconds : settings.numbers("serviceJobSeconds")) {
      var setting = base.withServiceJobNs(Math.round(seconds * 1e9));
      for (var line : lines) {
        sweep.add(
            line.name, seconds, point -> new OmegaRun(line.from.apply(setting), jobs).run(point));
      }
    }
    return of(settings, findings, sweep);
  }

  TreeMap<Double, Double> batchWaits(String line) {
    return swept.values(line, run -> run.batch().waitMean());
  }

  /** Whether somebody decided about jobs of either workload: else they show nothing. */
  boolean hasBoth() {
    return hasSome(OmegaResult::batch) && hasSome(OmegaResult::service);
  }

  private boolean hasSome(Function<OmegaResult, WorkloadFigures> workload) {
    return swept.results().stream().anyMatch(run -> workload.apply(run).attempted() > 0);
  }

  /**
   * Busyness, waits and conflicts of both workloads, and jobs left over; and why nothing is judged.
   *
   * @param needs what settings must have so that claims can be judged
   */
  void finish(String needs) {
    add("batch busyness", "of the time", run -> run.batch().busy());
    add("service busyness", "of the time", run -> run.service().busy());
    add("batch wait", "s", run -> run.batch().waitMean());
    add("service wait", "s", run -> run.service().waitMean());
    add("batch conflicts", "per success", run -> run.batch().conflictFraction());
    add("service conflicts", "per success", run -> run.service().conflictFraction());
    add("batch unscheduled", "jobs", run -> run.batch().unscheduled());
    add("service unscheduled", "jobs", run -> run.service().unscheduled());
    add("abandoned", "jobs", OmegaResult::abandoned);
    boolean empty = noteEmpty("batch job", OmegaResult::batch);
    empty |= noteEmpty("service", OmegaResult::service);
    if (!empty && findings.judgesNothing()) {
      findings.note("no claim is judged: that needs " + needs);
    }
  }

  private void add(String what, String unit, ToDoubleFunction<OmegaResult> number) {
    var lines =
        swept.series(
            what, unit, (run, x) -> new Value(x, findings.rounded(number.applyAsDouble(run))));
    findings.add(lines.stream().filter(Series::isPositive).toList());
  }

  /** Says why there is nothing to say of a workload; whether there is not. */
  private boolean noteEmpty(String one, Function<OmegaResult, WorkloadFigures> workload) {
    var horizon = "horizonSeconds=" + settings.text("horizonSeconds");
    if (swept.sum(run -> workload.apply(run).jobs()) == 0) {
      findings.note(
          "no %s came before %s: set a longer one, or jobs that come sooner"
              .formatted(one, horizon));
      return true;
    }
    if (!hasSome(workload)) {
      findings.note(
          "nobody had decided about a %s by %s: set a longer one, or shorter think times"
              .formatted(one, horizon));
      return true;
    }
    return false;
  }
}
