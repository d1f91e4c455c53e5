package dev.muster.sim.experiment.compare;

import static dev.muster.sim.experiment.compare.TraceRow.SECOND_NS;

import dev.muster.core.actor.Timing.Reports;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.ComparedWork.CountedWindow;
import dev.muster.workload.TimedJobs.TimedJob;
import java.util.Arrays;
import java.util.List;

/** The list of short and long jobs that Hawk and Eagle were compared on: all of it counts. */
final class MixedRow {

  private static final Resources SLOT = new Resources(1_000, 1L << 30);

  /** Half of all task time is in tasks that take hours. */
  private static final Reports REPORTS = new Reports(10 * SECOND_NS, 60 * SECOND_NS);

  private static final int WORKERS = 4_400;
  private static final long LONGEST_NS = 30_000 * SECOND_NS;

  private MixedRow() {}

  static ComparedWork work(List<TimedJob> list, long seed) {
    var jobs = list.stream().map(MixedRow::job).toList();
    long lastNs = jobs.stream().mapToLong(ComparedJob::arrivalNs).max().orElse(0);
    return new TraceRow(seed, 1, SLOT, REPORTS)
        .work(
            "short and long jobs of a Yahoo-like list, %d one-slot nodes, all %d jobs",
            jobs, WORKERS, LONGEST_NS)
        .withLeast(SECOND_NS)
        .with(new CountedWindow(0, lastNs + 1, lastNs + LONGEST_NS));
  }

  private static ComparedJob job(TimedJob job) {
    long[] taskNs = Arrays.stream(job.taskNs()).map(ns -> Math.max(1, ns)).toArray();
    var one = ComparedJob.of(job.arrivalNs(), SLOT, taskNs);
    return new ComparedJob(
        one.arrivalNs(), job.isLong() ? "long" : "short", one.spec(), one.taskNs());
  }
}
