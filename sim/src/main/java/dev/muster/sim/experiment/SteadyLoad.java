package dev.muster.sim.experiment;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.List;

/**
 * Jobs of like tasks arrive at random at a steady load; how long do they take under sampling with
 * one and with two reservations per task?
 *
 * <p>The same jobs with the same task times run twice, so that the difference is the policy's.
 */
final class SteadyLoad implements Experiment {

  private static final double NS_PER_MS = 1e6;
  private static final String LINE = "job response time";
  private static final Resources SLOT = new Resources(1_000, 1L << 30);

  @Override
  public String name() {
    return "sampled/steady";
  }

  @Override
  public String about() {
    return "response time of jobs at a steady load, with 1 and with d reservations per task";
  }

  @Override
  public String horizontal() {
    return "reservations per task";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.whole("nodes", 1_000, 1, 1_000_000, "machines with one slot each"),
        Parameter.whole("schedulers", 1, 1, 1_000, "schedulers that share the jobs"),
        Parameter.number("load", 0.8, 0.01, 0.99, "work that arrives over what can be done"),
        Parameter.whole("tasks", 10, 1, 100_000, "tasks per job"),
        Parameter.number("taskMs", 100, 0.001, 1e9, "mean time of a task"),
        Parameter.choice("times", "exponential", Distribution.NAMES, "how task times are spread"),
        Parameter.number("d", 2, 1, 100, "reservations per task"),
        Parameter.number("delayMs", 0.5, 0, 1e6, "delay of every message, one way"),
        Parameter.whole("jobs", 5_000, 10, 100_000_000, "jobs to run"),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var sweep = new Sweep();
    sweep.add(LINE, 1, () -> trial(settings, 1));
    double ratio = settings.number("d");
    sweep.add(LINE, ratio, () -> trial(settings, ratio));
    var swept = sweep.run(progress);
    var series = swept.lines("", "ms", Outcome::responseAtClient);
    return swept.report(this, settings, List.of(), series);
  }

  private static Trial trial(Settings settings, double ratio) {
    long seed = settings.seed();
    int nodes = settings.whole("nodes");
    int tasks = settings.whole("tasks");
    double meanNs = settings.number("taskMs") * NS_PER_MS;
    var arrivals =
        PoissonArrivals.forLoad(
            settings.number("load"), nodes, tasks, meanNs, Chance.of(seed, "arrivals"));
    var job = JobSpec.of("steady", StageSpec.of("s", tasks, SLOT, List.of("modelled")));
    var times = new TaskTimes(seed, Distribution.named(settings.text("times"), meanNs));
    var cell =
        CellSpec.of(seed, nodes, SLOT)
            .withSchedulers(settings.whole("schedulers"))
            .withProbeRatio(ratio);
    long delayNs = Math.round(settings.number("delayMs") * NS_PER_MS);
    return Trial.of(cell, delayNs, Workload.of(arrivals, job, times), settings.whole("jobs"));
  }
}
