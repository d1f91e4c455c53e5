package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Elastic;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.ExperimentReport.Point;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/**
 * How much sooner MapReduce jobs end that grow into idle room, under the three policies of the
 * Omega paper, against the same jobs that keep to what their users asked for (claim O7).
 */
public final class MapReduce implements Experiment {

  private static final double[] TIMES = {0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24};

  /** The share of the cell in use above which the global cap adds nothing. */
  private static final double THRESHOLD = 0.6;

  private static final double AS_GOOD = 0.98;
  private static final double CLOSE = 0.67;
  private static final double USELESS = 1.05;
  private static final double NEARLY = 0.9;

  @Override
  public String name() {
    return "omega/mapreduce";
  }

  @Override
  public String about() {
    return "O7: speed-up of MapReduce jobs that grow into idle room, under three policies";
  }

  @Override
  public String horizontal() {
    return "speed-up";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.whole("machines", 2_000, 10, 1_000_000, "machines of 4 cpus and 16 GB"),
        Parameter.numbers(
            "background", new double[] {0.2, 0.45, 0.65}, 0.01, 0.95, "share that others have"),
        Parameter.number("load", 0.1, 0.001, 0.9, "share that MapReduce jobs need on average"),
        Parameter.whole("jobs", 100, 2, 1_000_000, "MapReduce jobs to run"),
        Parameter.whole("pipelines", 40, 1, 10_000, "which are runs of so many pipelines"),
        Parameter.whole("scale", 1, 1, 1_000, "divides 5, 11, 200 and 1,000 workers"),
        Parameter.number("taskSeconds", 20, 0.01, 1e6, "mean time of a map or a reduce"),
        Parameter.choice("times", "constant", Distribution.NAMES, "how these are spread"),
        Parameter.number("decisionMs", 1, 0, 1e6, "think time per decision"),
        Parameter.number("perTaskMs", 0.1, 0, 1e6, "think time per task of it"),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    long startNs = System.nanoTime();
    var studies = studies(settings, progress);
    var hash = new TraceHash();
    studies.forEach(study -> study.trace(hash));
    return new ExperimentReport(
            name(),
            settings.seed(),
            claims(studies),
            series(studies),
            hash.toString(),
            sum(studies, run -> run.cell().simulation().nowNs() / 1e9),
            (System.nanoTime() - startNs) / 1e9,
            (long) sum(studies, run -> run.cell().simulation().events()))
        .withGroups(groups(studies));
  }

  /** All runs know nothing of each other; their results stand in the order of the loads. */
  private static List<MapReduceStudy> studies(Settings settings, Progress progress) {
    var loads = settings.numbers("background").stream().sorted().toList();
    List<MapReduceSetting> wanted = new ArrayList<>();
    for (double load : loads) {
      for (var policy : Elastic.values()) {
        wanted.add(MapReduceSetting.of(settings, load, policy));
      }
    }
    var done = new AtomicInteger();
    var runs =
        wanted.parallelStream().map(each -> run(each, done, wanted.size(), progress)).toList();
    List<MapReduceStudy> studies = new ArrayList<>();
    for (int at = 0; at < runs.size(); at += Elastic.values().length) {
      Map<Elastic, MapReduceRun> byPolicy = new EnumMap<>(Elastic.class);
      for (var policy : Elastic.values()) {
        byPolicy.put(policy, runs.get(at + policy.ordinal()));
      }
      studies.add(new MapReduceStudy(wanted.get(at).background(), byPolicy));
    }
    return studies;
  }

  private static MapReduceRun run(
      MapReduceSetting setting, AtomicInteger done, int of, Progress progress) {
    var run = new MapReduceRun(setting).toEnd();
    synchronized (progress) {
      progress.at((double) done.incrementAndGet() / of);
    }
    return run;
  }

  private static double sum(List<MapReduceStudy> studies, ToDoubleFunction<MapReduceRun> value) {
    return studies.stream()
        .flatMap(study -> study.runs().values().stream())
        .mapToDouble(value)
        .sum();
  }

  private static String label(Elastic policy, MapReduceStudy study) {
    return "%s, background %s"
        .formatted(
            policy == Elastic.NO ? "none" : policy.text(), Parameter.plain(study.background()));
  }

  /** The share of jobs that were at most so many times as fast. */
  private static List<Series> series(List<MapReduceStudy> studies) {
    List<Series> series = new ArrayList<>();
    for (var study : studies) {
      for (var policy : MapReduceStudy.POLICIES) {
        List<Point> points = new ArrayList<>();
        for (double times : TIMES) {
          points.add(new Value(times, Numbers.rounded(study.percentUpTo(policy, times))));
        }
        series.add(new Series(label(policy, study), "% of jobs up to", points));
      }
    }
    return series;
  }

  private static Map<String, Map<String, Double>> groups(List<MapReduceStudy> studies) {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    for (var study : studies) {
      for (var policy : study.all()) {
        Map<String, Double> rounded = new LinkedHashMap<>();
        study.numbers(policy).forEach((name, value) -> rounded.put(name, Numbers.rounded(value)));
        groups.put(label(policy, study), rounded);
      }
    }
    return Collections.unmodifiableMap(groups);
  }

  private static List<Claim> claims(List<MapReduceStudy> studies) {
    List<Claim> claims = new ArrayList<>();
    claims.add(best(studies));
    claims.add(close(studies));
    studies.stream()
        .filter(study -> study.background() > THRESHOLD)
        .max(Comparator.comparingDouble(study -> study.mean(Elastic.GLOBAL_CAP)))
        .ifPresent(study -> claims.add(useless(study)));
    var least = studies.getFirst();
    if (least.background() < THRESHOLD) {
      claims.add(nearly(least));
    }
    return claims;
  }

  private static Claim best(List<MapReduceStudy> studies) {
    double worst =
        studies.stream()
            .mapToDouble(
                study ->
                    study.mean(Elastic.MAX_PARALLELISM)
                        / Math.max(
                            study.mean(Elastic.RELATIVE_SIZE), study.mean(Elastic.GLOBAL_CAP)))
            .min()
            .orElse(0);
    var note = "mean speed-up of max-parallelism over the better of the others, at its worst load";
    return atLeast(1, worst, AS_GOOD, note);
  }

  private static Claim close(List<MapReduceStudy> studies) {
    double worst =
        studies.stream()
            .mapToDouble(
                study ->
                    study.median(Elastic.RELATIVE_SIZE) / study.median(Elastic.MAX_PARALLELISM))
            .min()
            .orElse(0);
    var note = "median speed-up of relative-size over that of max-parallelism, at its worst load";
    return atLeast(1, worst, CLOSE, note);
  }

  private static Claim useless(MapReduceStudy study) {
    double measured = study.mean(Elastic.GLOBAL_CAP);
    var note =
        "mean speed-up of global-cap with %s of the cell in use by others; reproduced if at most %s"
            .formatted(Parameter.plain(study.background()), Parameter.plain(USELESS));
    return new Claim("O7", 1, Numbers.rounded(measured), "times", measured <= USELESS, note);
  }

  private static Claim nearly(MapReduceStudy study) {
    double measured = study.mean(Elastic.GLOBAL_CAP) / study.mean(Elastic.MAX_PARALLELISM);
    var note =
        "mean speed-up of global-cap over that of max-parallelism with %s of the cell in use by others"
            .formatted(Parameter.plain(study.background()));
    return atLeast(1, measured, NEARLY, note);
  }

  private static Claim atLeast(double paper, double measured, double limit, String what) {
    var note = "%s; reproduced if at least %s".formatted(what, Parameter.plain(limit));
    return new Claim("O7", paper, Numbers.rounded(measured), "times", measured >= limit, note);
  }
}
