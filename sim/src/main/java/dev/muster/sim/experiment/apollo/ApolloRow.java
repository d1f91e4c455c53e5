package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.HomeSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of A5: jobs of the production mix. Each arrives when those before it have kept the cell
 * busy to a share, and not as another ends, for then a policy that is slower would have less to do.
 */
public final class ApolloRow {

  private static final long SECOND_NS = 1_000_000_000;

  /** How long jobs arrive, after those that are under way from the start. */
  private static final long ARRIVALS_NS = 3_600 * SECOND_NS;

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
    double workNs = 0;
    for (long atNs = 0; atNs < ARRIVALS_NS; atNs = Math.round(workNs / (load * slots()))) {
      all.add(job(atNs, jobs.next(), all.size() + 1));
      workNs += all.getLast().workNs();
    }
    return ComparedWork.of(
        "DAG jobs of Figure 2 with tokens, load %s after %d that are under way, %d nodes of ten slots (the paper's 20,000 times %s, jobs as much smaller as its root), %d jobs"
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
