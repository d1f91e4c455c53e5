package dev.muster.sim.experiment.auto;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions.Hedging;
import dev.muster.core.scheduler.place.sampled.SampledOptions.ShortNodes;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.workload.TimedJobs;
import dev.muster.workload.TimedJobs.TimedJob;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A list of short and long jobs in a cell of machines with one slot each, under one policy: how
 * long the jobs of each class take.
 */
public final class JobTrace {

  /** No message is lost, so that little has to be repeated. */
  private static final long SELDOM_NS = 3_600_000_000_000L;

  private JobTrace() {}

  public static void run(Settings settings, Findings findings) {
    findings.round(value -> value);
    var jobs = jobs(settings.text("jobs"));
    Sweep<TraceResult> sweep = findings.sweep();
    for (int run = 0; run < settings.whole("runs"); run++) {
      long seed = settings.seed() + run;
      sweep.add(
          "",
          (double) seed,
          point ->
              new TraceRun(
                      jobs,
                      estimates(jobs, settings.number("estimateError"), seed),
                      cell(settings, seed),
                      settings.text("policy"),
                      settings.millisNs("delayMs"))
                  .run(point));
    }
    var reference = TraceReference.of(settings);
    sweep
        .run()
        .forEach(
            (_, seed, result) -> {
              var name = "seed " + Math.round(seed);
              findings.group(name, result.byName());
              reference.ifPresent(file -> file.compare(name, result.byName(), findings));
              findings.note(
                  "seed %.0f: per task %.1f messages, %.1f reservations, %.1f answers that a node is busy"
                      .formatted(
                          seed, result.messages(), result.reservations(), result.busyAnswers()));
            });
  }

  private static List<TimedJob> jobs(String file) {
    if (file.isEmpty()) {
      throw new ExperimentFailed(
          "jobs must be set to a file of jobs, as in --set jobs=list.csv.gz");
    }
    try {
      return TimedJobs.read(Path.of(file));
    } catch (UncheckedIOException unreadable) {
      throw new ExperimentFailed("jobs must be a file of jobs: " + unreadable.getMessage());
    }
  }

  /** What the cell is told, wrong by a factor for each job that is lognormal with median 1. */
  private static long[] estimates(List<TimedJob> jobs, double sigma, long seed) {
    var chance = Chance.of(seed, "estimates");
    return jobs.stream()
        .mapToLong(job -> Math.round(job.estimateNs() * Math.exp(sigma * chance.nextGaussian())))
        .toArray();
  }

  private static CellSpec cell(Settings settings, long seed) {
    return CellSpec.of(seed, settings.whole("machines"), TraceRun.SLOT)
        .withSchedulers(settings.whole("schedulers"))
        .withTiming(Timing.seldom(SELDOM_NS))
        .withProbeRatio(settings.number("d"))
        .withExtras(plain(settings.text("draws")))
        .withAuto(
            ofAuto(
                settings.text("without"),
                new Hedging(
                    settings.whole("hedgeLeast"),
                    settings.number("hedgeRatio"),
                    settings.millisNs("hedgeWorthMs"))));
  }

  private static SampledOptions plain(String draws) {
    return draws.equals("distinct") ? SampledOptions.PLAIN : SampledOptions.PLAIN.withRepeats();
  }

  /** As {@code auto} samples, but for one thing. */
  private static SampledOptions ofAuto(String without, Hedging hedging) {
    var all = SampledOptions.OF_AUTO.with(hedging);
    return switch (without) {
      case "nothing" -> all;
      case "hedging" -> all.with(Hedging.NONE);
      case "yield" -> all.withYield(0);
      case "shortNodes" -> all.with(ShortNodes.NONE);
      case "sticky" ->
          SampledOptions.PLAIN.with(hedging).withYield(all.yieldNs()).with(all.shortNodes());
      case "all" -> SampledOptions.PLAIN;
      default -> throw new IllegalArgumentException(without);
    };
  }
}
