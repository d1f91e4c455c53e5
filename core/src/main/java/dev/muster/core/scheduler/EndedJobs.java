package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.scheduler.job.Receipts.Receipt;
import dev.muster.model.JobReport;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Jobs that are over: first until the master has their end on record, then a while longer, so that
 * a late {@code AssignJob} does not start one of them again.
 */
final class EndedJobs {

  /** How many recorded jobs are still known. */
  static final int KNOWN = 10_000;

  /**
   * @param receipts of its successes that are on record only with its end
   */
  private record Unrecorded(JobReport report, List<Receipt> receipts) {}

  private final LongMap<Unrecorded> unrecorded = new LongMap<>();
  private final LongMap<Long> known = new LongMap<>();
  private final ArrayDeque<Long> oldestFirst = new ArrayDeque<>();

  void add(JobReport report, List<Receipt> receipts) {
    unrecorded.put(report.job(), new Unrecorded(report, receipts));
  }

  /** The master has its end, and with it these successes. */
  List<Receipt> recorded(long job) {
    var ended = unrecorded.remove(job);
    if (ended == null) {
      return List.of();
    }
    known.put(job, job);
    oldestFirst.add(job);
    if (oldestFirst.size() > KNOWN) {
      known.remove(oldestFirst.remove());
    }
    return ended.receipts();
  }

  /** Whether it is over and the master has not said that it knows. */
  boolean awaitsRecord(long job) {
    return unrecorded.find(job) != null;
  }

  boolean knows(long job) {
    return unrecorded.find(job) != null || known.find(job) != null;
  }

  List<JobReport> unrecorded() {
    return unrecorded.values().stream().map(Unrecorded::report).toList();
  }
}
