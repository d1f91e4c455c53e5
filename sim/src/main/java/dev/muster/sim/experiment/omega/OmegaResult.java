package dev.muster.sim.experiment.omega;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one run showed of each workload. */
record OmegaResult(WorkloadFigures batch, WorkloadFigures service) {

  /** A scheduler that is busier than this cannot keep up. */
  static final double SATURATED = 0.95;

  int abandoned() {
    return batch.abandoned + service.abandoned;
  }

  int unscheduled() {
    return batch.unscheduled + service.unscheduled;
  }

  /** Of one scheduler that has both workloads. */
  double busy() {
    return batch.busy + service.busy;
  }

  /** Whether one scheduler that has both workloads could keep up. */
  boolean keepsUpAlone() {
    return busy() < SATURATED;
  }

  /** Whether the schedulers of each workload could keep up. */
  boolean keepsUp() {
    return Math.max(batch.busy, service.busy) < SATURATED;
  }

  /**
   * As the simulator of the Omega paper counts.
   *
   * @param jobs that came before the horizon
   * @param attempts how often somebody began to think about one of them
   * @param attempted those that somebody began to think about; waits are theirs alone
   * @param waitMean seconds
   * @param waitP90 seconds
   * @param busy the share of the time of its schedulers that led to transactions
   * @param conflictFraction transactions with a conflict over those without
   * @param unscheduled jobs with tasks that found no room before the end
   * @param abandoned those of them that nobody tries any longer
   */
  record WorkloadFigures(
      int jobs,
      long attempts,
      int attempted,
      double waitMean,
      double waitP90,
      double busy,
      double conflictFraction,
      int unscheduled,
      int abandoned) {

    /** As they are reported. */
    Map<String, Double> byName() {
      Map<String, Double> values = new LinkedHashMap<>();
      values.put("jobs", (double) jobs);
      values.put("waitMean", waitMean);
      values.put("waitP90", waitP90);
      values.put("busy", busy);
      values.put("conflictFraction", conflictFraction);
      values.put("unscheduled", (double) unscheduled);
      return Collections.unmodifiableMap(values);
    }
  }
}
