package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.sparrow.SampledSetting.LikeTasks;
import dev.muster.sim.experiment.sparrow.SweptTrials.Scope;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Table 2 and Figures 3 and 4: how often all tasks of a job start at once, by formula and in the
 * cell.
 *
 * <p>The formulas are about endlessly many nodes, of which a share {@code busy} is busy, and no
 * delays; the cell has none either, and {@code nodesPerTask} nodes for each task of a job, so that
 * a single job changes its load little. Where each node has c cores the paper takes busy to be
 * load^c: all cores of a node are busy, each by itself, which it calls a simplification. There the
 * cell is held against the formula with the share of full nodes that jobs really found.
 */
public final class ZeroWait {

  private static final int D = 2;
  private static final double PERCENT = 100;
  private static final double POINTS = 2;
  private static final int USUAL_TASKS = 10;
  private static final int LEAST_JOBS = 10;
  private static final String FOUND = ", formula with the full nodes that jobs found";

  /**
   * Many jobs arrive in the time of a task, and it takes many of these until the cell is settled.
   */
  private static final double WARM_UP = 0.4;

  private ZeroWait() {}

  /** Every node drawn is idle. */
  static double random(double busy, int tasks) {
    return StrictMath.pow(1 - busy, tasks);
  }

  /** Each task finds an idle node among d of its own. */
  static double perTask(double busy, int d, int tasks) {
    return StrictMath.pow(1 - StrictMath.pow(busy, d), tasks);
  }

  /** At least m of all d · m drawn nodes are idle. */
  static double batch(double busy, int d, int tasks) {
    if (busy == 0) {
      return 1;
    }
    int drawn = d * tasks;
    double sum = 0;
    double logChoose = 0; // of drawn over 0
    for (int idle = 0; idle <= drawn; idle++) {
      if (idle >= tasks) {
        sum +=
            StrictMath.exp(
                logChoose
                    + idle * StrictMath.log(1 - busy)
                    + (drawn - idle) * StrictMath.log(busy));
      }
      logChoose += StrictMath.log((double) (drawn - idle) / (idle + 1));
    }
    return sum;
  }

  static double busy(double load, int cores) {
    return StrictMath.pow(load, cores);
  }

  /** A line of the table: who places jobs of how many tasks on nodes of how many cores. */
  private record TableLine(Contender contender, int tasks, int cores) {

    String label() {
      return "%s, m=%d%s"
          .formatted(contender.label, tasks, cores == 1 ? "" : ", %d cores".formatted(cores));
    }

    double formulaPercent(double load) {
      return percentWhere(busy(load, cores));
    }

    /** What the formula says of the cells that jobs really found. */
    double foundPercent(TrialResult result) {
      return DoubleStream.of(result.fullNodesFound()).map(this::percentWhere).average().orElse(0);
    }

    private double percentWhere(double busy) {
      return PERCENT
          * switch (contender) {
            case RANDOM -> random(busy, tasks);
            case PER_TASK -> perTask(busy, D, tasks);
            case BATCH, LATE -> batch(busy, D, tasks);
            case OMNISCIENT -> 1;
          };
    }

    Trial trial(Settings settings, double load) {
      int nodes = settings.whole("nodesPerTask") * tasks / cores;
      int jobs = (int) Math.max(LEAST_JOBS, (long) settings.whole("jobs") * USUAL_TASKS / tasks);
      var times = Distribution.named("exponential", settings.number("taskMs") * 1e6);
      return new SampledSetting(settings.seed(), nodes, cores, 1, 0, jobs)
          .trial(contender, D, load, new LikeTasks(tasks, times))
          .withWarmUp(WARM_UP);
    }
  }

  public static void run(Settings settings, Findings findings) {
    var lines = lines(settings);
    var loads = settings.numbers("load");
    Sweep<TrialResult> sweep = findings.sweep();
    for (var line : lines) {
      for (double load : loads) {
        sweep.add(line.label(), load, point -> line.trial(settings, load).run(point));
      }
    }
    var trials = new SweptTrials(findings, sweep.run());
    findings.add(trials.swept().values("", "%", ZeroWait::percent));
    for (var line : lines) {
      for (double load : loads) {
        findings.point(line.label() + ", formula", "%", load, line.formulaPercent(load));
        var found = line.foundPercent(trials.at(line.label(), load));
        findings.point(line.label() + FOUND, "%", load, found);
      }
    }
    lines.forEach(line -> judge(trials, line, loads));
    trials.finish();
  }

  private static List<TableLine> lines(Settings settings) {
    List<TableLine> lines = new ArrayList<>();
    for (double each : settings.numbers("tasks")) {
      int tasks = (int) each;
      lines.add(new TableLine(Contender.RANDOM, tasks, 1));
      lines.add(new TableLine(Contender.PER_TASK, tasks, 1));
      lines.add(new TableLine(Contender.LATE, tasks, 1));
      lines.add(new TableLine(Contender.LATE, tasks, settings.whole("cores")));
    }
    return lines.stream().distinct().toList();
  }

  private static double percent(TrialResult result) {
    return PERCENT * result.startedAtOnce();
  }

  /**
   * One claim for each line, about the load at which it is furthest from what it is held against.
   */
  private static void judge(SweptTrials trials, TableLine line, List<Double> loads) {
    double worstLoad = 0;
    double worst = -1;
    for (double load : loads) {
      var result = trials.at(line.label(), load);
      double off = Math.abs(percent(result) - expected(line, load, result));
      if (off > worst) {
        worst = off;
        worstLoad = load;
      }
    }
    var result = trials.at(line.label(), worstLoad);
    double found = line.foundPercent(result);
    var value =
        trials
            .findings()
            .paper("at-once")
            .withPaper(line.formulaPercent(worstLoad))
            .about(
                line.label(), Parameter.plain(worstLoad), Parameter.plain(Numbers.rounded(found)));
    boolean near = Math.abs(percent(result) - found) <= POINTS;
    trials.judge(
        Scope.all(line.label()),
        line.cores == 1 ? value : value.withRule(value.rule() + " of the latter").holding(near),
        percent(result));
  }

  private static double expected(TableLine line, double load, TrialResult result) {
    return line.cores == 1 ? line.formulaPercent(load) : line.foundPercent(result);
  }
}
