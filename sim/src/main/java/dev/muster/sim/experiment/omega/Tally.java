package dev.muster.sim.experiment.omega;

import java.util.Arrays;
import java.util.Collection;

/** Counts what schedulers do for one workload. */
final class Tally {

  private static final double NS_PER_S = 1e9;
  private static final double P90 = 0.9;

  private int succeeded;
  private int failed;
  private long busyNs;

  /**
   * An attempt led to a transaction.
   *
   * @param whole whether none of its claims was refused
   */
  void add(long thoughtNs, boolean whole) {
    busyNs += thoughtNs;
    succeeded += whole ? 1 : 0;
    failed += whole ? 0 : 1;
  }

  /**
   * @param jobs all of the workload
   * @param endNs what was not decided by then does not count
   * @param schedulersNs the time that its schedulers had, all together
   */
  Figures figures(Collection<TrackedJob> jobs, long endNs, double schedulersNs) {
    var attempted = jobs.stream().filter(job -> job.isAttempted(endNs));
    long[] waits = attempted.mapToLong(TrackedJob::waitNs).sorted().toArray();
    return new Figures(
        jobs.size(),
        jobs.stream().mapToLong(TrackedJob::attempts).sum(),
        waits.length,
        Arrays.stream(waits).average().orElse(0) / NS_PER_S,
        waits.length == 0 ? 0 : waits[(int) ((waits.length - 1) * P90)] / NS_PER_S,
        busyNs / schedulersNs,
        succeeded == 0 ? 0 : (double) failed / succeeded,
        (int) jobs.stream().filter(job -> !job.isPlaced()).count(),
        (int) jobs.stream().filter(TrackedJob::isAbandoned).count());
  }
}
