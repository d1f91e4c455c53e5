package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.estimated.CandidateSets;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.StableMatcher;
import dev.muster.sim.compare.match.AugmentingPaths;
import dev.muster.sim.compare.match.BatchMatcher;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Section 5.5 and Figure 12: how good stable matching is, held against the greedy matcher and exact
 * ones, and how much work it is.
 *
 * <p>Quality: servers of one slot, one task on each at most, and each is a candidate of every task;
 * how long the slowest task takes. Work: batches in a large cell ({@link CandidateDraw}), counted
 * in steps of the matcher, which no machine makes faster or slower.
 */
public final class Matching {

  private static final int SERVERS = 100;
  private static final double SECOND_NS = 1e9;
  private static final double PERCENT = 100;
  private static final String QUALITY = "quality";
  private static final String WORK = "work";

  /** The batch for which the list of claims asks how many iterations are usual. */
  private static final int USUAL_BATCH = 1_000;

  /** Who matches. */
  private enum BatchContender {
    GREEDY,
    STABLE,
    LEAST_TOTAL,
    OPTIMAL;

    BatchMatcher matcher() {
      return switch (this) {
        case GREEDY -> BatchMatcher.greedy();
        case STABLE -> BatchMatcher.stable(Integer.MAX_VALUE);
        case LEAST_TOTAL -> AugmentingPaths.leastTotal();
        case OPTIMAL -> AugmentingPaths.leastMakespan();
      };
    }

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private Matching() {}

  public static void run(Settings settings, Findings findings) {
    Sweep<double[]> sweep = findings.sweep();
    for (double tasks : settings.numbers("tasks")) {
      sweep.add(QUALITY, tasks, point -> makespans(settings, (int) tasks, point));
    }
    for (double batch : settings.numbers("batch")) {
      sweep.add(WORK, batch, point -> work(settings, (int) batch, point));
    }
    var swept = sweep.run();
    showQuality(settings, findings, swept);
    showWork(settings, findings, swept);
  }

  /** The mean time that the slowest task takes, by contender. */
  private static double[] makespans(Settings settings, int tasks, PointRun point) {
    int draws = settings.whole("draws");
    var chance = Chance.of(settings.seed(), "servers");
    var batch = new CandidateSets(tasks, SERVERS);
    var seconds = new double[BatchContender.values().length];
    for (int count = 0; count < draws; count++) {
      fill(batch, tasks, settings.number("slower"), chance);
      for (var contender : BatchContender.values()) {
        long makespanNs = BatchMatcher.makespanNs(batch, contender.matcher().match(batch));
        seconds[contender.ordinal()] += makespanNs / SECOND_NS / draws;
      }
      point.at((count + 1.0) / draws);
    }
    return seconds;
  }

  /** Servers wait, and tasks run on their preferred server, for a second on average. */
  private static void fill(CandidateSets batch, int tasks, double slower, Chance chance) {
    var waitsNs = new long[SERVERS];
    Arrays.setAll(waitsNs, _ -> Math.round(chance.nextExponential() * SECOND_NS));
    batch.clear();
    for (int task = 0; task < tasks; task++) {
      batch.addTask();
      double runNs = chance.nextExponential() * SECOND_NS;
      int preferred = chance.nextInt(SERVERS);
      for (int server = 0; server < SERVERS; server++) {
        long hereNs = Math.round(server == preferred ? runNs : slower * runNs);
        batch.add(server, CompletionModel.STANDARD.completionNs(0, waitsNs[server], hereNs, 1));
      }
    }
  }

  private static void showQuality(Settings settings, Findings findings, Swept<double[]> swept) {
    swept
        .line(QUALITY)
        .forEach(
            (tasks, seconds) -> {
              for (var contender : BatchContender.values()) {
                double mean = seconds[contender.ordinal()];
                findings.point("makespan, " + contender.label(), "s", tasks, mean);
              }
              if (tasks == SERVERS) {
                int draws = settings.whole("draws");
                findings.judge(
                    findings.paper("stable", draws), percentAbove(seconds, BatchContender.STABLE));
                findings.judge(
                    findings.paper("greedy", draws), percentAbove(seconds, BatchContender.GREEDY));
              }
            });
  }

  private static double percentAbove(double[] seconds, BatchContender contender) {
    double optimal = seconds[BatchContender.OPTIMAL.ordinal()];
    return PERCENT * (seconds[contender.ordinal()] / optimal - 1);
  }

  /** The median number of iterations; the mean of steps; the percentage of tasks without a node. */
  private static double[] work(Settings settings, int tasks, PointRun point) {
    int batches = settings.whole("batches");
    var draw =
        new CandidateDraw(settings.seed(), settings.whole("racks"), settings.millisNs("waitMs"));
    var batch = new CandidateSets(tasks, CandidateDraw.MAX_CANDIDATES);
    var matcher = new StableMatcher(settings.whole("iterations"));
    var iterations = new int[batches];
    double steps = 0;
    double without = 0;
    for (int count = 0; count < batches; count++) {
      draw.fill(batch, tasks);
      matcher.match(batch);
      iterations[count] = matcher.iterations();
      steps += matcher.steps();
      without +=
          IntStream.range(0, tasks)
              .filter(task -> matcher.node(task) == StableMatcher.NONE)
              .count();
      point.at((count + 1.0) / batches);
    }
    Arrays.sort(iterations);
    double all = (double) tasks * batches;
    return new double[] {iterations[batches / 2], steps / batches, PERCENT * without / all};
  }

  private static void showWork(Settings settings, Findings findings, Swept<double[]> swept) {
    var line = swept.line(WORK);
    line.forEach(
        (tasks, work) -> {
          findings.point("iterations, median", "iterations", tasks, work[0]);
          findings.point("steps per task", "steps", tasks, work[1] / tasks);
          findings.point("tasks without a node", "%", tasks, work[2]);
          if (tasks == USUAL_BATCH) {
            findings.judge(findings.paper("iterations", settings.whole("batches")), work[0]);
          }
        });
    double least = line.firstKey();
    double most = line.lastKey();
    if (least > 1 && most > least) {
      double grown = line.lastEntry().getValue()[1] / line.firstEntry().getValue()[1];
      double expected = most * Math.log(most) / (least * Math.log(least));
      findings.judge(findings.paper("growth", least, most), grown / expected);
    }
  }
}
