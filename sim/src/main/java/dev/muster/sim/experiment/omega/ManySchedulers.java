package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.TreeMap;
import java.util.TreeSet;

/** More batch jobs, and more schedulers for them (Figures 8 and 9). */
public final class ManySchedulers {

  /** Beyond as many schedulers as are ever busy at once, more of them change nothing. */
  private static final double NOISE = 0.05;

  private ManySchedulers() {}

  public static void run(Settings settings, Findings findings) {
    var base =
        OmegaSetting.base(settings).withServiceJobNs(settings.secondsNs("serviceJobSeconds"));
    Sweep<OmegaResult> sweep = findings.sweep();
    for (double load : settings.numbers("load")) {
      var jobs = OmegaJobs.of(settings, load);
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
    var findings = study.findings();
    var few = line(counts.first());
    var many = line(counts.last());
    findings.judge(
        findings.paper("carried", many, few),
        Numbers.ratio(carried(swept, many), carried(swept, few)));
    findings.judge(
        findings.paper("per-job", many, few),
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
    findings.judge(findings.paper("conflicts", many, few).holding(growth > 1 && rises), growth);
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
