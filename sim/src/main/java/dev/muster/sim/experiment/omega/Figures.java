package dev.muster.sim.experiment.omega;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What came of one workload, as the simulator of the Omega paper counts it.
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
record Figures(
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
