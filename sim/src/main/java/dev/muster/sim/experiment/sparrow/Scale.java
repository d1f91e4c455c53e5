package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Outcome;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import dev.muster.sim.experiment.Trial;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Does a second scheduler place twice as many tasks? Each thinks for a modelled time about each
 * task, and as much work arrives as keeps all of them thinking for most of the time. If that is too
 * much for them together, response times show it; the nodes are never the limit.
 */
public final class Scale implements Experiment {

  private static final String LINE = "tasks placed";
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_US = 1e3;

  @Override
  public String name() {
    return "sparrow/scale";
  }

  @Override
  public String about() {
    return "tasks placed per second by 1, 2, 4 and 8 schedulers that need time to think";
  }

  @Override
  public String horizontal() {
    return "schedulers";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameters.nodes(10_000),
        Parameter.numbers("schedulers", new double[] {1, 2, 4, 8}, 1, 1_000, "schedulers"),
        Parameters.tasks(100),
        Parameters.taskMs(10),
        Parameter.number("thinkUs", 100, 0.001, 1e6, "time to think about a task"),
        Parameter.number(
            "pressure", 0.9, 0.01, 0.99, "work that arrives over what can be thought about"),
        Parameters.ratio(2),
        Parameters.delayMs(),
        Parameter.whole("jobs", 500, 10, 100_000_000, "jobs for each scheduler"),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var sweep = new Sweep();
    for (double count : settings.numbers("schedulers")) {
      sweep.add(LINE, count, () -> trial(settings, (int) count));
    }
    var swept = sweep.run(progress);
    List<Series> series = new ArrayList<>();
    series.addAll(swept.values("", "tasks/s", Outcome::tasksPerSecond));
    series.add(speedup(settings, swept));
    series.addAll(swept.lines("response time", "ms", Outcome::response));
    return swept.report(this, settings, List.of(), series);
  }

  private static Trial trial(Settings settings, int schedulers) {
    long seed = settings.seed();
    var tasks = LikeTasks.of(settings, "constant");
    double thinkNs = settings.number("thinkUs") * NS_PER_US;
    double gapNs = thinkNs * tasks.count() / (settings.number("pressure") * schedulers);
    var arrivals = new PoissonArrivals(gapNs, Chance.of(seed, "arrivals"));
    var times = new TaskTimes(seed, new Distribution.Constant(tasks.meanNs()));
    var cell =
        CellSpec.of(seed, settings.whole("nodes"), Setting.SLOT)
            .withSchedulers(schedulers)
            .withProbeRatio(settings.number("d"))
            .withThinking(new ThinkTime(0, Math.round(thinkNs)));
    long delayNs = Math.round(settings.number("delayMs") * NS_PER_MS);
    int jobs = settings.whole("jobs") * schedulers;
    return Trial.of(cell, delayNs, Workload.of(arrivals, tasks.job(), times), jobs);
  }

  private static Series speedup(Settings settings, Swept swept) {
    var counts = settings.numbers("schedulers");
    double first = swept.at(LINE, counts.getFirst()).orElseThrow().tasksPerSecond();
    return new Series(
        "tasks placed over those of the first line",
        "times",
        counts.stream()
            .map(
                count ->
                    new Value(
                        count,
                        Numbers.rounded(
                            swept.at(LINE, count).orElseThrow().tasksPerSecond() / first)))
            .map(ExperimentReport.Point.class::cast)
            .toList());
  }
}
