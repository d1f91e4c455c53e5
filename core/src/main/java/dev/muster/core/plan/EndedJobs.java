package dev.muster.core.plan;

import dev.muster.core.flat.LongMap;
import dev.muster.model.JobReport;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Jobs that are over: first until the master has their end on record, then a while longer, so that
 * a plan that was long under way does not start one of them again.
 */
final class EndedJobs {

  /** How many recorded jobs are still known. */
  static final int KNOWN = 10_000;

  private final LongMap<JobReport> unrecorded = new LongMap<>();
  private final LongMap<Long> known = new LongMap<>();
  private final ArrayDeque<Long> oldestFirst = new ArrayDeque<>();

  void add(JobReport report) {
    unrecorded.put(report.job(), report);
  }

  void recorded(long job) {
    if (unrecorded.remove(job) == null) {
      return;
    }
    known.put(job, job);
    oldestFirst.add(job);
    if (oldestFirst.size() > KNOWN) {
      known.remove(oldestFirst.remove());
    }
  }

  boolean knows(long job) {
    return unrecorded.find(job) != null || known.find(job) != null;
  }

  List<JobReport> unrecorded() {
    return unrecorded.values();
  }
}
