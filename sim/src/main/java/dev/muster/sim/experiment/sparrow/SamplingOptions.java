package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.SampleWay;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.workload.JobMix;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What each option beyond the paper changes, on equal short tasks and on short ones among long:
 * response times of the short jobs, and messages.
 */
public final class SamplingOptions {

  private static final String SHORT = "short";
  private static final String LONG = "long";

  private SamplingOptions() {}

  public static void run(Settings settings, Findings findings) {
    Sweep<TrialResult> sweep = findings.sweep();
    var shares = new LinkedHashMap<String, Double>();
    shares.put("equal", 0.0);
    shares.put("mixed", settings.number("longs"));
    shares.forEach(
        (mix, longs) ->
            options(settings)
                .forEach(
                    (name, option) -> {
                      for (double load : settings.numbers("load")) {
                        sweep.add(
                            mix + ", " + name,
                            load,
                            point -> trial(settings, longs, load, option).run(point));
                      }
                    }));
    var swept = sweep.run();
    findings.add(
        swept.series(
            "",
            "ms",
            (result, load) -> result.response(load, SHORT).orElseGet(() -> result.response(load))));
    findings.add(swept.values("99th percentile", "ms", result -> result.response(SHORT, 99)));
    findings.add(
        swept.positiveValues(
            "95th percentile of long jobs", "ms", result -> result.response(LONG, 95)));
    new SweptTrials(findings, swept).finish();
  }

  /** Each line and how its cell differs from the plain one. */
  private static Map<String, UnaryOperator<CellSpec>> options(Settings settings) {
    var plain = SampledOptions.PLAIN;
    var ahead = plain.withAskAhead(settings.whole("askAhead"));
    var avoid = plain.withAvoid(settings.millisNs("avoidMs"));
    var reuse = SampleWay.BATCH.reusing(settings.millisNs("reuseMs"));
    var stickyAvoid = plain.withSticky().withAvoid(settings.millisNs("avoidMs"));
    var shortest =
        new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, false, settings.millisNs("bypassMs"));
    UnaryOperator<CellSpec> shortestFirst =
        cell -> cell.withNode(cell.node().withDiscipline(shortest));
    UnaryOperator<CellSpec> batch = cell -> Contender.BATCH.in(cell, cell.probeRatio());
    Map<String, UnaryOperator<CellSpec>> options = new LinkedHashMap<>();
    options.put("plain", UnaryOperator.identity());
    options.put("ask ahead", cell -> cell.withExtras(ahead));
    options.put("sticky", cell -> cell.withExtras(plain.withSticky()));
    options.put("avoid", cell -> cell.withExtras(avoid));
    options.put("shortest first", shortestFirst);
    options.put("avoid + shortest first", cell -> shortestFirst.apply(cell.withExtras(avoid)));
    options.put(
        "sticky + avoid + shortest first",
        cell -> shortestFirst.apply(cell.withExtras(stickyAvoid)));
    options.put("as auto", cell -> cell.withExtras(SampledOptions.OF_AUTO));
    options.put("batch", batch);
    options.put("batch + reuse", cell -> batch.apply(cell).withWay(reuse));
    return options;
  }

  private static Trial trial(
      Settings settings, double longs, double load, UnaryOperator<CellSpec> option) {
    var setting = SampledSetting.of(settings);
    int tasks = settings.whole("tasks");
    double shortNs = settings.number("taskMs") * 1e6;
    double longNs = settings.number("longMs") * 1e6;
    var kinds =
        List.of(
            new JobMix.Kind(job(SHORT, tasks, shortNs), 1 - longs),
            new JobMix.Kind(job(LONG, tasks, longNs), longs));
    double meanNs = (1 - longs) * shortNs + longs * longNs;
    var chance = Chance.of(setting.seed(), "arrivals");
    var work =
        new Workload(
            PoissonArrivals.forLoad(load, setting.slots(), tasks, meanNs, chance),
            new JobMix(kinds, Chance.of(setting.seed(), "kinds")),
            task -> task.spec().limits().estimateNs());
    return setting.trial(Contender.LATE, settings.number("d"), work).withCell(option);
  }

  /** Its tasks take as long as they are expected to. */
  private static JobSpec job(String name, int tasks, double ns) {
    var stage = StageSpec.of("s", tasks, SampledSetting.SLOT, List.of("modelled"));
    return JobSpec.of(name, stage.withEstimate(Math.round(ns)));
  }
}
