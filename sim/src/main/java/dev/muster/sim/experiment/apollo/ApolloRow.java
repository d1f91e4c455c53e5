package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.HomeSettings;
import dev.muster.workload.PoissonArrivals;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of A5: jobs of the production mix. They arrive by chance as fast as they keep the cell
 * busy to a share, and not one as another ends, for then a policy that is slower would have less to
 * do.
 */
public final class ApolloRow {

  private static final long SECOND_NS = 1_000_000_000;

  /** How long jobs arrive. */
  private static final long ARRIVALS_NS = 600 * SECOND_NS;

  private static final long PATIENCE_NS = 1_200 * SECOND_NS;
  private static final long DELAY_NS = 500_000;

  private final ClusterSetting setting;
  private final DagJobs jobs;

  private ApolloRow(ClusterSetting setting) {
    this.setting = setting;
    this.jobs = new DagJobs(setting.law(), setting.seed());
  }

  public static ComparedRow a5(double load) {
    return new ComparedRow(
        "A5",
        seed -> new ApolloRow(ClusterSetting.of(HomeSettings.of("apollo/mix", seed))).work(load));
  }

  private ComparedWork work(double load) {
    List<JobSpec> specs = new ArrayList<>();
    List<long[][]> times = new ArrayList<>();
    double mostNs = load * slots() * ARRIVALS_NS;
    double workNs = 0;
    while (workNs < mostNs) {
      var spec = jobs.next();
      var job = new ComparedJob(0, "", spec, times(spec, specs.size() + 1));
      specs.add(spec);
      times.add(job.taskNs());
      workNs += job.workNs();
    }
    var arrivals =
        new PoissonArrivals(
            (double) ARRIVALS_NS / specs.size(), Chance.of(setting.seed(), "arrivals"));
    List<ComparedJob> all = new ArrayList<>();
    for (int at = 0; at < specs.size(); at++) {
      all.add(new ComparedJob(arrivals.nextNs(), "", specs.get(at), times.get(at)));
    }
    return ComparedWork.of(
        "DAG jobs of Figure 2 with tokens, load %s as they arrive by chance, %d nodes of ten slots (the paper's 20,000 times %s, jobs as much smaller as its root), %d jobs"
            .formatted(load, setting.nodes(), setting.scale(), all.size()),
        setting.cell(),
        DELAY_NS,
        PATIENCE_NS,
        all);
  }

  private double slots() {
    return (double) setting.nodes() * ClusterSetting.SLOTS;
  }

  private long[][] times(JobSpec spec, long number) {
    long[][] times = new long[spec.stages().size()][];
    for (int stage = 0; stage < times.length; stage++) {
      times[stage] = new long[spec.stages().get(stage).tasks()];
      for (int task = 0; task < times[stage].length; task++) {
        var work = Work.of(number, spec, stage, task, 1);
        double factor = setting.disturbance().cpuFactor(work);
        times[stage][task] = Math.max(1, Math.round(factor * jobs.cpuNs(work)));
      }
    }
    return times;
  }
}
