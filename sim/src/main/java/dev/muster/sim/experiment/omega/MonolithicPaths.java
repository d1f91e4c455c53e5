package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PaperValue;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.OmegaParameters.WorkloadMeans;
import dev.muster.sim.experiment.omega.OmegaStudy.StudyLine;
import java.util.List;

/**
 * One scheduler for all jobs (Figures 5 and 6): on a single path, and with a quick path for batch
 * jobs.
 */
public final class MonolithicPaths {

  private static final PaperValue STRAIGHT =
      PaperValue.of(
          "O1 | 0 % | busyness off a straight line in the think time, up to saturation | at most 5");
  private static final PaperValue WAITS =
      PaperValue.of(
          "O1 | 1 times | wait of batch jobs with the longest think time over that with the shortest | above 1, and no wait of either workload falls as the think time grows");
  private static final PaperValue QUICK_PATH =
      PaperValue.of(
          "O2 | 1 times | wait of batch jobs on the quick path over that on the single path, at its worst | below 1 wherever services take longer than batch jobs");
  private static final PaperValue BEHIND_SERVICES =
      PaperValue.of(
          "O2 | 1 times | wait of batch jobs on the quick path with the slowest services over that with the quickest | at least 2, and it never falls as services get slower");

  static final String SINGLE = "single path";
  static final String MULTI = "multi path";

  private static final double PERCENT = 100;

  public static final Experiment EXPERIMENT =
      new Experiment(
          "omega/monolithic",
          "O1, O2: one scheduler for all jobs, by how long it thinks about each",
          OmegaParameters.SERVICE_AXIS,
          OmegaParameters.of(
              WorkloadMeans.BATCH,
              WorkloadMeans.SERVICE,
              OmegaParameters.sweep(0.001, 0.01, 0.1, 1, 3, 10, 30, 100),
              21_600),
          MonolithicPaths::run);

  private MonolithicPaths() {}

  private static void run(Settings settings, Findings findings) {
    var study =
        OmegaStudy.overServices(
            settings,
            findings,
            List.of(
                new StudyLine(SINGLE, Architecture.MONOLITHIC_SINGLE),
                new StudyLine(MULTI, Architecture.MONOLITHIC_MULTI)));
    if (study.hasBoth()) {
      single(study);
      multi(study, settings.number("batchJobSeconds"));
    }
    study.finish(
        "three values of serviceJobSeconds with which one scheduler keeps up, or two above batchJobSeconds");
  }

  /** With fewer than three points that keep up there is no shape. */
  private static void single(OmegaStudy study) {
    var busy = study.swept().values(SINGLE, OmegaResult::busy);
    busy.values().removeIf(each -> each >= OmegaResult.SATURATED);
    if (busy.size() < 3) {
      return;
    }
    var batch = study.batchWaits(SINGLE);
    var service = study.swept().values(SINGLE, run -> run.service().waitMean());
    boolean rises = Numbers.neverFalls(batch.values()) && Numbers.neverFalls(service.values());
    study.judge(STRAIGHT, PERCENT * Numbers.bend(busy));
    double growth = Numbers.growth(batch);
    study.judge(WAITS.holding(growth > 1 && rises), growth);
  }

  /** Only where services take longer than batch jobs is the quick path a quick one. */
  private static void multi(OmegaStudy study, double batchJobSeconds) {
    var multi = study.batchWaits(MULTI);
    multi.keySet().removeIf(seconds -> seconds <= batchJobSeconds);
    if (multi.size() < 2) {
      return;
    }
    var single = study.batchWaits(SINGLE);
    double worst = Double.NEGATIVE_INFINITY;
    for (var point : multi.entrySet()) {
      double there = single.getOrDefault(point.getKey(), 0.0);
      worst = Math.max(worst, Numbers.ratio(point.getValue(), there));
    }
    study.judge(QUICK_PATH, worst);
    double growth = Numbers.growth(multi);
    boolean rises = Numbers.neverFalls(multi.values());
    study.judge(BEHIND_SERVICES.holding(growth >= 2 && rises), growth);
  }
}
