package dev.muster.sim.experiment;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.Accepted;
import dev.muster.core.event.ClientEvent.Ended;
import dev.muster.core.event.ClientEvent.Forgotten;
import dev.muster.core.event.ClientEvent.GiveUp;
import dev.muster.core.event.ClientEvent.Refused;
import dev.muster.core.event.ClientEvent.Request;
import dev.muster.core.event.Wake;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.TraceHash;
import dev.muster.core.loop.Work;
import dev.muster.model.JobNumber;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
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
  private static final long MAX_SEED = 1_000_000_000_000_000L;
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
        Parameter.whole("nodes", 1_000, 1, 1_000_000, "machines with one slot each"),
        Parameter.whole("schedulers", 1, 1, 1_000, "schedulers that share the jobs"),
        Parameter.number("load", 0.8, 0.01, 0.99, "work that arrives over what can be done"),
        Parameter.whole("tasks", 10, 1, 100_000, "tasks per job"),
        Parameter.number("taskMs", 100, 0.001, 1e9, "mean time of a task"),
        Parameter.choice("times", "exponential", Distribution.NAMES, "how task times are spread"),
        Parameter.number("d", 2, 1, 100, "reservations per task"),
        Parameter.number("delayMs", 0.5, 0, 1e6, "delay of every message, one way"),
        Parameter.whole("jobs", 5_000, 10, 100_000_000, "jobs to run"),
        Parameter.whole("seed", 1, 0, MAX_SEED, "the source of all chance"));
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
      while (ended < jobs) {
        if (!cell.simulation().step()) {
          throw new ExperimentFailed("the cell fell silent before all jobs had ended");
        }
      }
      progress.at(1);
    }

    private void hear(ClientEvent news) {
      switch (news) {
        case Accepted accepted -> keys.put(accepted.job(), accepted.key());
        case Ended end -> end(end.report());
        case ClientEvent.Progress _ -> {} // not asked for
        case Refused refused ->
            throw new ExperimentFailed("the cell refused a job: " + refused.why());
        case Forgotten forgotten ->
            throw new ExperimentFailed(
                "the cell forgot how %s ended".formatted(JobNumber.format(forgotten.job())));
        case Request _, GiveUp _, Wake _ -> throw new IllegalArgumentException("no news: " + news);
      }
    }

    private void end(JobReport report) {
      if (report.state() != JobState.SUCCEEDED) {
        throw new ExperimentFailed("a job did not succeed: " + report);
      }
      var key = keys.remove(report.job());
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
