package dev.muster.sim.experiment;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.TraceHash;
import dev.muster.core.loop.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.ExperimentReport.Point;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Jobs of like tasks arrive at random at a steady load; how long do they take under sampling with
 * one and with two reservations per task?
 *
 * <p>The same jobs with the same task times run twice, so that the difference is the policy's. Jobs
 * that arrive in the first tenth warm the cell up and are not counted.
 */
final class SteadyLoad implements Experiment {

  private static final double NS_PER_MS = 1e6;
  private static final double WARM_UP_SHARE = 0.1;
  private static final double[] PERCENTILES = {5, 50, 95, 99};
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
  public List<Parameter> parameters() {
    return List.of(
        Parameter.number("nodes", 1_000, 1, 1_000_000, "machines with one slot each"),
        Parameter.number("schedulers", 1, 1, 1_000, "schedulers that share the jobs"),
        Parameter.number("load", 0.8, 0.01, 0.99, "work that arrives over what can be done"),
        Parameter.number("tasks", 10, 1, 100_000, "tasks per job"),
        Parameter.number("taskMs", 100, 0.001, 1e9, "mean time of a task"),
        Parameter.text("times", "exponential", "constant, exponential or pareto"),
        Parameter.number("d", 2, 1, 100, "reservations per task"),
        Parameter.number("delayMs", 0.5, 0, 1e6, "delay of every message, one way"),
        Parameter.number("jobs", 5_000, 10, 1e8, "jobs to run"),
        Parameter.number("seed", 1, 0, 1e15, "the source of all chance"));
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    long startedNs = System.nanoTime();
    double ratio = settings.number("d");
    var one = new Run(settings, 1);
    one.toEnd(done -> progress.at(done / 2));
    var several = new Run(settings, ratio);
    several.toEnd(done -> progress.at(0.5 + done / 2));
    var label = "d=" + Parameter.plain(ratio);
    return new ExperimentReport(
        name(),
        settings.seed(),
        List.of(),
        List.of(one.series("d=1"), several.series(label)),
        new TraceHash().add(one.traceHash()).add(several.traceHash()).toString(),
        (one.simulatedNs() + several.simulatedNs()) / 1e9,
        (System.nanoTime() - startedNs) / 1e9,
        one.events() + several.events());
  }

  /** One pass over the work. */
  private static final class Run implements Machines {

    private final TaskTimes times;
    private final PoissonArrivals arrivals;
    private final JobSpec job;
    private final SimCell cell;
    private final int jobs;
    private final Map<String, Long> submittedNs = new LinkedHashMap<>();
    private final Map<Long, String> keys = new LinkedHashMap<>();
    private final Histogram responses = new Histogram(3);
    private int ended;

    Run(Settings settings, double ratio) {
      long seed = settings.seed();
      int tasks = settings.whole("tasks");
      double meanNs = settings.number("taskMs") * NS_PER_MS;
      this.times = new TaskTimes(seed, Distribution.named(settings.text("times"), meanNs));
      this.job = JobSpec.of("steady", StageSpec.of("s", tasks, SLOT, List.of("modelled")));
      this.jobs = settings.whole("jobs");
      int nodes = settings.whole("nodes");
      this.arrivals =
          PoissonArrivals.forLoad(
              settings.number("load"), nodes, tasks, meanNs, Chance.of(seed, "arrivals"));
      var spec =
          CellSpec.of(seed, nodes, SLOT)
              .withSchedulers(settings.whole("schedulers"))
              .withProbeRatio(ratio);
      long delayNs = Math.round(settings.number("delayMs") * NS_PER_MS);
      this.cell = SimCell.calm(spec, delayNs, this, this::hear);
    }

    void toEnd(Progress progress) {
      for (int number = 0; number < jobs; number++) {
        long atNs = arrivals.nextNs();
        var key = Integer.toString(number);
        submittedNs.put(key, atNs);
        cell.submit(atNs, key, job);
        cell.simulation().runUntil(atNs);
        progress.at((double) number / jobs);
      }
      while (ended < jobs && cell.simulation().step()) {}
      progress.at(1);
    }

    private void hear(ClientEvent news) {
      switch (news) {
        case ClientEvent.Accepted accepted -> keys.put(accepted.job(), accepted.key());
        case ClientEvent.Ended end -> end(end.report().job());
        default -> {} // nothing to measure
      }
    }

    private void end(long jobNumber) {
      var key = keys.remove(jobNumber);
      var fromNs = key == null ? null : submittedNs.remove(key);
      if (key == null || fromNs == null) {
        return;
      }
      ended++;
      if (Integer.parseInt(key) >= jobs * WARM_UP_SHARE) {
        responses.recordValue(cell.simulation().nowNs() - fromNs);
      }
    }

    Series series(String label) {
      List<Point> points = new ArrayList<>();
      for (double percentile : PERCENTILES) {
        double ms = responses.getValueAtPercentile(percentile) / NS_PER_MS;
        points.add(new Point("p" + Parameter.plain(percentile), Math.round(ms * 100) / 100.0));
      }
      points.add(new Point("mean", Math.round(responses.getMean() / NS_PER_MS * 100) / 100.0));
      return new Series("job response time, " + label, "ms", points);
    }

    long traceHash() {
      return cell.simulation().traceHash();
    }

    long simulatedNs() {
      return cell.simulation().nowNs();
    }

    long events() {
      return cell.simulation().events();
    }

    @Override
    public long durationNs(int node, Work work) {
      return times.durationNs(work);
    }
  }
}
