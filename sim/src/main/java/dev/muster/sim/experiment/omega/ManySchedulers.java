package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** More batch jobs, and more schedulers for them (Figures 8 and 9). */
public final class ManySchedulers implements Experiment {

  /** Small and short jobs, so that there is room for ten times as many. */
  private static final Jobs.Means SMALL = new Jobs.Means(1, 10, 10);

  /** Beyond as many schedulers as are ever busy at once, more of them change nothing. */
  private static final double NOISE = 0.05;

  private static final String NEEDS =
      "two values of batchSchedulers and of load, where the most schedulers keep up with the most jobs";

  @Override
  public String name() {
    return "omega/schedulers";
  }

  @Override
  public String about() {
    return "O5: 1 to 32 schedulers of batch jobs that share the state, by how many jobs come";
  }

  @Override
  public List<Parameter> parameters() {
    return Parameters.of(
        Jobs.parameters(SMALL, Jobs.Means.SERVICE),
        List.of(
            Parameter.numbers(
                "load", new double[] {1, 2, 4, 10}, 0.01, 1_000, "batch jobs, in times as many"),
            Parameter.numbers(
                "batchSchedulers",
                new double[] {1, 2, 4, 8, 16, 32},
                1,
                1_000,
                "schedulers of batch jobs"),
            Parameters.batchJobSeconds(0.5),
            Parameters.serviceJobSeconds(1)),
        3_600,
        1_200);
  }

  @Override
  public String horizontal() {
    return "batch jobs, relative to the first";
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var study = new Study();
    var shared = Parameters.base(settings);
    long serviceNs = Parameters.ns(settings.number("serviceJobSeconds"));
    var base = shared.with(shared.thinking().withServiceJobNs(serviceNs));
    for (double load : settings.numbers("load")) {
      var jobs = Jobs.of(settings, load);
      for (double count : settings.numbers("batchSchedulers")) {
        study.add(line(count), load, base.withBatchSchedulers((int) count), jobs);
      }
    }
    var studied = study.run(progress);
    return studied.report(this, settings, claims(settings, studied), NEEDS);
  }

  private static String line(double schedulers) {
    return Parameter.plain(Math.floor(schedulers))
        + (schedulers < 2 ? " scheduler" : " schedulers");
  }

  private static List<Claim> claims(Settings settings, Studied studied) {
    var counts = sorted(settings, "batchSchedulers");
    var loads = sorted(settings, "load");
    var all = studied.line(line(counts.last())).get(loads.last());
    boolean shows = all != null && all.keepsUp() && all.batch().attempted() > 0;
    if (counts.size() < 2 || loads.size() < 2 || !shows) {
      return List.of();
    }
    return List.of(
        capacity(studied, counts),
        work(studied, counts, loads),
        conflicts(studied, counts, loads.last()));
  }

  private static TreeSet<Double> sorted(Settings settings, String name) {
    return new TreeSet<>(settings.numbers(name));
  }

  private static Claim capacity(Studied studied, TreeSet<Double> counts) {
    double fewest = carried(studied, counts.first());
    double most = carried(studied, counts.last());
    return Shape.claim(
        "O5",
        1,
        Shape.ratio(most, fewest),
        "times",
        most > fewest,
        "load carried by %s over that carried by %s"
            .formatted(line(counts.last()), line(counts.first())),
        "above 1");
  }

  /** The largest load that so many schedulers keep up with; 0 where it is none. */
  private static double carried(Studied studied, double schedulers) {
    return studied.line(line(schedulers), Measured::keepsUp).keySet().stream()
        .mapToDouble(load -> load)
        .max()
        .orElse(0);
  }

  private static Claim work(Studied studied, TreeSet<Double> counts, TreeSet<Double> loads) {
    double before = perJob(studied, counts.first(), loads.first());
    double after = perJob(studied, counts.last(), loads.last());
    return Shape.claim(
        "O5",
        1,
        Shape.ratio(after, before),
        "times",
        after > before,
        "think time per scheduled job of %s at the highest load over that of %s at the lowest"
            .formatted(line(counts.last()), line(counts.first())),
        "above 1: it scales less than in proportion");
  }

  private static double perJob(Studied studied, double schedulers, double load) {
    var run = studied.line(line(schedulers)).get(load);
    return run == null
        ? 0
        : Math.floor(schedulers)
            * run.batch().busy()
            / Math.max(1, run.batch().jobs() - run.batch().unscheduled());
  }

  private static Claim conflicts(Studied studied, TreeSet<Double> counts, double load) {
    var fractions = new TreeMap<Double, Double>();
    for (double count : counts) {
      var run = studied.line(line(count)).get(load);
      fractions.put(count, run == null ? 0 : run.batch().conflictFraction());
    }
    return Shape.claim(
        "O5",
        1,
        Shape.growth(fractions),
        "times",
        Shape.neverFalls(fractions.values(), NOISE) && Shape.growth(fractions) > 1,
        "batch conflicts of %s over those of %s, at the highest load"
            .formatted(line(counts.last()), line(counts.first())),
        "above 1, and more schedulers never have less than 95% of the conflicts of fewer");
  }
}
