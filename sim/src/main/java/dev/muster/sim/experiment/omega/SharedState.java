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
 * Two schedulers that share the state of the cell (Figures 5c and 6c), beside one scheduler with a
 * quick path and two with machines of their own.
 */
public final class SharedState {

  private static final PaperValue NO_BLOCKING =
      PaperValue.of(
          "O4 | 1 times | wait of batch jobs beside the slowest services over that beside the quickest | at most 1.1: nobody stands in front of them");
  private static final PaperValue ALL_SCHEDULED =
      PaperValue.of(
          "O4 | 0 % | jobs that are not scheduled at the end, at most, where both schedulers keep up | at most 1: those that came last");
  private static final PaperValue FEW_CONFLICTS =
      PaperValue.of(
          "O4 | 1 conflicts per success | conflicts of either workload, at most, where both schedulers keep up | below 1: most attempts succeed");

  private static final String SHARED = "shared";
  private static final String DIVIDED = "static partitions";
  private static final double PERCENT = 100;

  public static final Experiment EXPERIMENT =
      new Experiment(
          "omega/shared",
          "O4: schedulers that share the state of the cell, by how long services think",
          OmegaParameters.SERVICE_AXIS,
          OmegaParameters.of(
              WorkloadMeans.BATCH,
              WorkloadMeans.SERVICE,
              OmegaParameters.sweep(0.1, 1, 10, 30, 100),
              21_600),
          SharedState::run);

  private SharedState() {}

  private static void run(Settings settings, Findings findings) {
    var study =
        OmegaStudy.overServices(
            settings,
            findings,
            List.of(
                new StudyLine(SHARED, Architecture.SHARED),
                new StudyLine(MonolithicPaths.MULTI, Architecture.MONOLITHIC_MULTI),
                new StudyLine(DIVIDED, Architecture.STATIC_PARTITIONS)));
    judge(study);
    study.finish("two values of serviceJobSeconds, with one of which both schedulers keep up");
  }

  private static void judge(OmegaStudy study) {
    var waits = study.batchWaits(SHARED);
    var running = study.swept().line(SHARED, OmegaResult::keepsUp).values();
    if (waits.size() < 2 || running.isEmpty() || !study.hasBoth()) {
      return;
    }
    double left = running.stream().mapToDouble(SharedState::left).max().orElse(0);
    double conflicts = running.stream().mapToDouble(SharedState::conflicts).max().orElse(0);
    study.judge(NO_BLOCKING, Numbers.growth(waits));
    study.judge(ALL_SCHEDULED, PERCENT * left);
    study.judge(FEW_CONFLICTS, conflicts);
  }

  private static double left(OmegaResult run) {
    return (double) run.unscheduled() / (run.batch().jobs() + run.service().jobs());
  }

  private static double conflicts(OmegaResult run) {
    return Math.max(run.batch().conflictFraction(), run.service().conflictFraction());
  }
}
