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

  /** How long jobs arrive, after those that are under way from the start. */
  private static final long ARRIVALS_NS = 1_200 * SECOND_NS;

  private static final long PATIENCE_NS = 6_000 * SECOND_NS;
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
    List<ComparedJob> all = new ArrayList<>();
    for (int job = 0; job < setting.jobs(); job++) {
      all.add(job(0, jobs.underWay(), all.size() + 1));
    }
    List<ComparedJob> more = new ArrayList<>();
    double workNs = 0;
    while (workNs < load * slots() * ARRIVALS_NS) {
      more.add(job(0, jobs.next(), all.size() + more.size() + 1));
      workNs += more.getLast().workNs();
    }
    double gapNs = (double) ARRIVALS_NS / more.size();
    var arrivals = new PoissonArrivals(gapNs, Chance.of(setting.seed(), "arrivals"));
    more.forEach(job -> all.add(job.at(arrivals.nextNs())));
    return ComparedWork.of(
        "DAG jobs of Figure 2 with tokens, load %s as they arrive by chance after %d that are under way, %d nodes of ten slots (the paper's 20,000 times %s, jobs as much smaller as its root), %d jobs"
            .formatted(load, setting.jobs(), setting.nodes(), setting.scale(), all.size()),
        setting.cell(),
        DELAY_NS,
        PATIENCE_NS,
        all);
  }

  private double slots() {
    return (double) setting.nodes() * ClusterSetting.SLOTS;
  }

  private ComparedJob job(long atNs, JobSpec spec, long number) {
    return new ComparedJob(atNs, "", spec, times(spec, number));
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
