package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PaperValue;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import dev.muster.sim.experiment.omega.OmegaParameters.WorkloadMeans;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** More batch jobs, and more schedulers for them (Figures 8 and 9). */
public final class ManySchedulers {

  private static final PaperValue CARRIED =
      PaperValue.of("O5 | 1 times | load carried by %s over that carried by %s | above 1");
  private static final PaperValue PER_JOB =
      PaperValue.of(
          "O5 | 1 times | think time per scheduled job of %s at the highest load over that of %s at the lowest | above 1: it scales less than in proportion");
  private static final PaperValue CONFLICTS =
      PaperValue.of(
          "O5 | 1 times | batch conflicts of %s over those of %s, at the highest load | above 1, and more schedulers never have less than 95% of the conflicts of fewer");

  /** Small and short jobs, so that there is room for ten times as many. */
  private static final WorkloadMeans SMALL = new WorkloadMeans(1, 10, 10);

  /** Beyond as many schedulers as are ever busy at once, more of them change nothing. */
  private static final double NOISE = 0.05;

  public static final Experiment EXPERIMENT =
      new Experiment(
          "omega/schedulers",
          "O5: 1 to 32 schedulers of batch jobs that share the state, by how many jobs come",
          "batch jobs, relative to the first",
          OmegaParameters.of(
              SMALL,
              WorkloadMeans.SERVICE,
              List.of(
                  Parameter.numbers(
                      "load",
                      new double[] {1, 2, 4, 10},
                      0.01,
                      1_000,
                      "batch jobs, in times as many"),
                  Parameter.numbers(
                      "batchSchedulers",
                      new double[] {1, 2, 4, 8, 16, 32},
                      1,
                      1_000,
                      "schedulers of batch jobs"),
                  OmegaParameters.batchJobSeconds(0.5),
                  OmegaParameters.serviceJobSeconds(1)),
              3_600),
          ManySchedulers::run);

  private ManySchedulers() {}

  private static void run(Settings settings, Findings findings) {
    var base =
        OmegaParameters.base(settings).withServiceJobNs(settings.secondsNs("serviceJobSeconds"));
    Sweep<OmegaResult> sweep = findings.sweep();
    for (double load : settings.numbers("load")) {
      var jobs = OmegaParameters.jobs(settings, load);
      for (double count : settings.numbers("batchSchedulers")) {
        var setting = base.withBatchSchedulers((int) count);
        sweep.add(line(count), load, point -> new OmegaRun(setting, jobs).run(point));
      }
    }
    var study = OmegaStudy.of(settings, findings, sweep);
    var counts = new TreeSet<>(settings.numbers("batchSchedulers"));
    var loads = new TreeSet<>(settings.numbers("load"));
    var all = study.swept().line(line(counts.last())).get(loads.last());
    boolean shows = all != null && all.keepsUp() && all.batch().attempted() > 0;
    if (counts.size() >= 2 && loads.size() >= 2 && shows) {
      judge(study, counts, loads);
    }
    study.finish(
        "two values of batchSchedulers and of load, where the most schedulers keep up with the most jobs");
  }

  private static String line(double schedulers) {
    return Parameter.plain(Math.floor(schedulers))
        + (schedulers < 2 ? " scheduler" : " schedulers");
  }

  private static void judge(OmegaStudy study, TreeSet<Double> counts, TreeSet<Double> loads) {
    var swept = study.swept();
    var few = line(counts.first());
    var many = line(counts.last());
    study.judge(CARRIED.about(many, few), Numbers.ratio(carried(swept, many), carried(swept, few)));
    study.judge(
        PER_JOB.about(many, few),
        Numbers.ratio(
            perJob(swept, counts.last(), loads.last()),
            perJob(swept, counts.first(), loads.first())));
    var fractions = new TreeMap<Double, Double>();
    for (double count : counts) {
      var run = swept.line(line(count)).get(loads.last());
      fractions.put(count, run == null ? 0 : run.batch().conflictFraction());
    }
    double growth = Numbers.growth(fractions);
    boolean rises = Numbers.neverFalls(fractions.values(), NOISE);
    study.judge(CONFLICTS.about(many, few).holding(growth > 1 && rises), growth);
  }

  /** The largest load that a line keeps up with; 0 where it is none. */
  private static double carried(Swept<OmegaResult> swept, String line) {
    var kept = swept.line(line, OmegaResult::keepsUp);
    return kept.isEmpty() ? 0 : kept.lastKey();
  }

  private static double perJob(Swept<OmegaResult> swept, double schedulers, double load) {
    var run = swept.line(line(schedulers)).get(load);
    return run == null
        ? 0
        : Math.floor(schedulers)
            * run.batch().busy()
            / Math.max(1, run.batch().jobs() - run.batch().unscheduled());
  }
}
