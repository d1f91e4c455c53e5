package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.ExperimentReport.Point;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Table 2 and Figures 3 and 4: how often all tasks of a job start at once, by formula and in the
 * cell.
 *
 * <p>The formulas are about endlessly many nodes and no delays; the cell has none either, and
 * {@code nodesPerTask} nodes for each task of a job, so that a single job changes its load little.
 */
public final class Table2 implements Experiment {

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

  /** A line of the table: who places jobs of how many tasks on nodes of how many cores. */
  private record Row(Contender contender, int tasks, int cores) {

    String label() {
      return "%s, m=%d%s"
          .formatted(contender.label, tasks, cores == 1 ? "" : ", %d cores".formatted(cores));
    }

    double formulaPercent(double load) {
      return percentWhere(ZeroWait.busy(load, cores));
    }

    /** What the formula says of the cells that jobs really found. */
    double percentWhere(double[] busy) {
      return DoubleStream.of(busy).map(this::percentWhere).average().orElse(0);
    }

    private double percentWhere(double busy) {
      return PERCENT
          * switch (contender) {
            case RANDOM -> ZeroWait.random(busy, tasks);
            case PER_TASK -> ZeroWait.perTask(busy, D, tasks);
            case BATCH, LATE -> ZeroWait.batch(busy, D, tasks);
            case OMNISCIENT -> 1;
          };
    }
  }

  @Override
  public String name() {
    return "sparrow/table2";
  }

  @Override
  public String about() {
    return "S1: how often all tasks of a job start at once, by formula and in the cell";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.numbers("tasks", new double[] {10, 100}, 1, 10_000, "tasks per job"),
        Parameter.whole("cores", 4, 1, 64, "slots of a machine in the lines with several"),
        Parameter.whole("nodesPerTask", 500, 3, 10_000, "machines for each task of a job"),
        Parameters.taskMs(100),
        Parameters.loads(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
        Parameter.whole(
            "jobs",
            60_000,
            10,
            Parameters.MAX_JOBS,
            "jobs of ten tasks for each point; larger ones are fewer"),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var rows = rows(settings);
    var sweep = new Sweep();
    for (var row : rows) {
      var setting = setting(settings, row);
      var tasks = new LikeTasks(row.tasks(), settings.number("taskMs") * 1e6, "exponential");
      for (double load : settings.numbers("load")) {
        sweep.add(
            row.label(),
            load,
            () -> setting.trial(row.contender(), D, load, tasks).withWarmUp(WARM_UP));
      }
    }
    var swept = sweep.run(progress);
    List<Series> series = new ArrayList<>();
    series.addAll(swept.values("", "%", outcome -> PERCENT * outcome.startedAtOnce()));
    for (var row : rows) {
      series.add(formula(row, settings));
      series.add(formulaOfFound(row, settings, swept));
    }
    return swept.report(this, settings, claims(rows, settings, swept), series);
  }

  private static List<Row> rows(Settings settings) {
    List<Row> rows = new ArrayList<>();
    for (double each : settings.numbers("tasks")) {
      int tasks = (int) each;
      rows.add(new Row(Contender.RANDOM, tasks, 1));
      rows.add(new Row(Contender.PER_TASK, tasks, 1));
      rows.add(new Row(Contender.LATE, tasks, 1));
      rows.add(new Row(Contender.LATE, tasks, settings.whole("cores")));
    }
    return rows.stream().distinct().toList();
  }

  private static Setting setting(Settings settings, Row row) {
    int nodes = settings.whole("nodesPerTask") * row.tasks() / row.cores();
    int jobs =
        (int) Math.max(LEAST_JOBS, (long) settings.whole("jobs") * USUAL_TASKS / row.tasks());
    return new Setting(settings.seed(), nodes, row.cores(), 1, 0, jobs);
  }

  private static Series formula(Row row, Settings settings) {
    List<Point> points = new ArrayList<>();
    for (double load : settings.numbers("load")) {
      points.add(new Value(load, Numbers.rounded(row.formulaPercent(load))));
    }
    return new Series(row.label() + ", formula", "%", points);
  }

  private static Series formulaOfFound(Row row, Settings settings, Swept swept) {
    List<Point> points = new ArrayList<>();
    for (double load : settings.numbers("load")) {
      points.add(new Value(load, Numbers.rounded(found(swept, row, load))));
    }
    return new Series(row.label() + FOUND, "%", points);
  }

  /** One claim for each row, about the load at which it is furthest from the formula. */
  private static List<Claim> claims(List<Row> rows, Settings settings, Swept swept) {
    List<Claim> claims = new ArrayList<>();
    for (var row : rows) {
      double worstLoad = 0;
      double worst = -1;
      for (double load : settings.numbers("load")) {
        double off = Math.abs(measured(swept, row, load) - row.formulaPercent(load));
        if (off > worst) {
          worst = off;
          worstLoad = load;
        }
      }
      claims.add(claim(swept, row, worstLoad));
    }
    return claims;
  }

  private static Claim claim(Swept swept, Row row, double load) {
    double formula = row.formulaPercent(load);
    double measured = measured(swept, row, load);
    var note =
        "%s: furthest from the formula at load %s; of the nodes that jobs found full it says %s; reproduced if within 2 points"
            .formatted(
                row.label(),
                Parameter.plain(load),
                Parameter.plain(Numbers.rounded(found(swept, row, load))));
    var claim =
        new Claim(
            "S1",
            Numbers.rounded(formula),
            Numbers.rounded(measured),
            "% of jobs",
            Math.abs(measured - formula) <= POINTS,
            note);
    return swept.judged(claim, _ -> true, row.label());
  }

  private static double found(Swept swept, Row row, double load) {
    return row.percentWhere(swept.at(row.label(), load).orElseThrow().fullNodesFound());
  }

  private static double measured(Swept swept, Row row, double load) {
    return PERCENT * swept.at(row.label(), load).orElseThrow().startedAtOnce();
  }
}
