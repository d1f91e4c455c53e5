package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.SampleWay;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Spread;
import dev.muster.sim.experiment.Outcome;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Trial;
import dev.muster.workload.JobMix;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What each option beyond the paper changes, on equal short tasks and on short ones among long:
 * response times of the short jobs, and messages.
 */
public final class Options implements Experiment {

  private static final String SHORT = "short";
  private static final String LONG = "long";
  private static final String EQUAL = "equal";
  private static final String MIXED = "mixed";
  private static final String PLAIN = "plain";
  private static final double MS = 1e6;

  @Override
  public String name() {
    return "sparrow/options";
  }

  @Override
  public String about() {
    return "options beyond the paper, each against the plain policy, for equal and for mixed tasks";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameters.nodes(1_000),
        Parameters.cores(1),
        Parameters.schedulers(10),
        Parameters.tasks(10),
        Parameters.taskMs(100),
        Parameter.number("longMs", 10_000, 0.001, 1e9, "time of a long task"),
        Parameter.number("longs", 0.1, 0, 1, "share of long jobs where they are mixed"),
        Parameters.loads(0.5, 0.8, 0.95),
        Parameters.ratio(2),
        Parameter.whole("askAhead", 1, 1, 100, "reservations that ask ahead"),
        Parameter.number("avoidMs", 1_000, 0.001, 1e9, "wait from which a node is avoided"),
        Parameter.number("bypassMs", 30_000, 0, 1e9, "how much later a shorter one may overtake"),
        Parameter.number("reuseMs", 100, 0.001, 1e9, "how long a node's answer is used again"),
        Parameters.delayMs(),
        Parameters.jobs(10_000),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var sweep = new Sweep();
    for (var mix : List.of(EQUAL, MIXED)) {
      for (var option : options(settings).entrySet()) {
        for (double load : settings.numbers("load")) {
          sweep.add(
              mix + ", " + option.getKey(),
              load,
              () -> trial(settings, mix, load, option.getValue()));
        }
      }
    }
    var swept = sweep.run(progress);
    List<Series> series = new ArrayList<>(swept.lines("", "ms", Options::ofShort));
    series.addAll(swept.values("99th percentile", "ms", outcome -> outcome.response(SHORT, 99)));
    series.addAll(
        swept.positiveValues(
            "95th percentile of long jobs", "ms", outcome -> outcome.response(LONG, 95)));
    return swept.report(this, settings, List.of(), series);
  }

  private static Spread ofShort(Outcome outcome, double load) {
    return outcome.response(load, SHORT).orElseGet(() -> outcome.response(load));
  }

  /** Each line and how its cell differs from the plain one. */
  private static Map<String, UnaryOperator<CellSpec>> options(Settings settings) {
    var plain = SampledOptions.PLAIN;
    var ahead = plain.withAskAhead(settings.whole("askAhead"));
    long avoidNs = Math.round(settings.number("avoidMs") * MS);
    long reuseNs = Math.round(settings.number("reuseMs") * MS);
    long bypassNs = Math.round(settings.number("bypassMs") * MS);
    var shortest = new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, false, bypassNs);
    Map<String, UnaryOperator<CellSpec>> options = new LinkedHashMap<>();
    options.put(PLAIN, UnaryOperator.identity());
    options.put("ask ahead", cell -> cell.withExtras(ahead));
    options.put("sticky", cell -> cell.withExtras(plain.withSticky()));
    options.put("avoid", cell -> cell.withExtras(plain.withAvoid(avoidNs)));
    options.put("shortest first", cell -> cell.withNode(cell.node().withDiscipline(shortest)));
    options.put(
        "avoid + shortest first",
        cell ->
            cell.withExtras(plain.withAvoid(avoidNs))
                .withNode(cell.node().withDiscipline(shortest)));
    options.put(
        "sticky + avoid + shortest first",
        cell ->
            cell.withExtras(plain.withSticky().withAvoid(avoidNs))
                .withNode(cell.node().withDiscipline(shortest)));
    options.put("batch", cell -> Contender.BATCH.in(cell, cell.probeRatio()));
    options.put(
        "batch + reuse",
        cell ->
            Contender.BATCH.in(cell, cell.probeRatio()).withWay(SampleWay.BATCH.reusing(reuseNs)));
    return options;
  }

  private static Trial trial(
      Settings settings, String mix, double load, UnaryOperator<CellSpec> option) {
    double longs = mix.equals(MIXED) ? settings.number("longs") : 0;
    var work = work(settings, longs, load);
    return Setting.of(settings).trial(Contender.LATE, settings.number("d"), work).withCell(option);
  }

  private static Workload work(Settings settings, double longs, double load) {
    int tasks = settings.whole("tasks");
    double shortNs = settings.number("taskMs") * MS;
    double longNs = settings.number("longMs") * MS;
    var kinds =
        List.of(
            new JobMix.Kind(job(SHORT, tasks, shortNs), 1 - longs),
            new JobMix.Kind(job(LONG, tasks, longNs), longs));
    double meanNs = (1 - longs) * shortNs + longs * longNs;
    long seed = settings.seed();
    return new Workload(
        PoissonArrivals.forLoad(
            load, Setting.of(settings).slots(), tasks, meanNs, Chance.of(seed, "arrivals")),
        new JobMix(kinds, Chance.of(seed, "kinds")),
        work -> work.spec().limits().estimateNs());
  }

  /** Its tasks take as long as they are expected to. */
  private static JobSpec job(String name, int tasks, double ns) {
    var stage = StageSpec.of("s", tasks, Setting.SLOT, List.of("modelled"));
    return JobSpec.of(name, stage.withEstimate(Math.round(ns)));
  }
}
