package dev.muster.sim.experiment.compare;

import static dev.muster.sim.experiment.compare.TraceRow.SECOND_NS;

import dev.muster.model.Resources;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.workload.trace.GoogleJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Google 2011: every few jobs of some hours. Of each the trace sums up one time for all of its
 * tasks. Tasks that ran for more than an hour count as one: the rest of it would be an empty
 * cell's.
 */
final class GoogleRow {

  private static final long FROM_NS = 7_200 * SECOND_NS;
  private static final long LENGTH_NS = 10_800 * SECOND_NS;
  private static final long MOST_NS = 3_600 * SECOND_NS;
  private static final int EVERY = 4;

  /** The mean of the machines there, as parts of the largest. */
  private static final double MACHINE_CPU = 0.529234;

  private static final double MACHINE_MEMORY = 0.469885;
  private static final long CPU_MILLIS = 64_000;
  private static final long MEMORY_BYTES = 256L << 30;

  private GoogleRow() {}

  static ComparedWork work(List<GoogleJob> trace, long seed, double load) {
    var row = new TraceRow(seed, load, resources(MACHINE_CPU, MACHINE_MEMORY), TraceRow.each(10));
    List<ComparedJob> jobs = new ArrayList<>();
    int number = 0;
    for (var job : trace) {
      boolean isIn = job.submitNs() >= FROM_NS && job.submitNs() < FROM_NS + LENGTH_NS;
      if (isIn && number++ % EVERY == 0) {
        jobs.add(job(job));
      }
    }
    return row.work(
        "every fourth job of three hours, tasks at most an hour, load "
            + load
            + ", %d mean machines, %d jobs",
        jobs,
        row.nodes(jobs, LENGTH_NS),
        2 * MOST_NS);
  }

  private static Resources resources(double cpu, double memory) {
    return new Resources(
        Math.max(1, Math.round(cpu * CPU_MILLIS)), Math.max(1, Math.round(memory * MEMORY_BYTES)));
  }

  private static ComparedJob job(GoogleJob job) {
    long[] taskNs = new long[job.tasks()];
    Arrays.fill(taskNs, Math.min(MOST_NS, job.runNs()));
    var need = resources(job.cpu(), job.memory());
    return ComparedJob.of(job.submitNs() - FROM_NS, need, taskNs);
  }
}
