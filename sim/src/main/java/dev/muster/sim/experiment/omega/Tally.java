package dev.muster.sim.experiment.omega;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What came of one workload, as the simulator of the Omega paper counts it. */
final class Tally {

  private static final double NS_PER_S = 1e9;
  private static final double P90 = 0.9;

  /** How many jobs waited so long before they were first looked at. */
  private final TreeMap<Long, Integer> waits = new TreeMap<>();

  private int jobs;
  private int attempted;
  private int unscheduled;
  private int succeeded;
  private int failed;
  private double waitSumNs;
  long busyNs;

  /** Jobs that were never looked at have no wait. */
  void add(ReferenceRun.Tracked job) {
    jobs++;
    unscheduled += job.placed < job.listed.tasks() ? 1 : 0;
    if (job.isAttempted()) {
      attempted++;
      waitSumNs += job.waitNs;
      waits.merge(job.waitNs, 1, Integer::sum);
    }
  }

  /** A transaction with a refused claim has failed, whatever became of its others. */
  void judged(boolean whole) {
    succeeded += whole ? 1 : 0;
    failed += whole ? 0 : 1;
  }

  private double waitP90() {
    int left = (int) ((attempted - 1) * P90);
    for (var wait : waits.entrySet()) {
      left -= wait.getValue();
      if (left < 0) {
        return wait.getKey() / NS_PER_S;
      }
    }
    return 0;
  }

  /**
   * @param schedulersNs the time that its schedulers had, all together
   */
  Map<String, Double> report(double schedulersNs) {
    Map<String, Double> report = new LinkedHashMap<>();
    report.put("jobs", (double) jobs);
    report.put("waitMean", attempted == 0 ? 0 : waitSumNs / attempted / NS_PER_S);
    report.put("waitP90", waitP90());
    report.put("busy", busyNs / schedulersNs);
    report.put("conflictFraction", succeeded == 0 ? 0 : (double) failed / succeeded);
    report.put("unscheduled", (double) unscheduled);
    return Collections.unmodifiableMap(report);
  }
}
