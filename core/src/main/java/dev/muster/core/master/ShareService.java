package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEvent.JobsReported;
import dev.muster.core.event.SchedulerEvent.ShareOfJob;
import dev.muster.core.event.SchedulerEvent.SharesChanged;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.queue.ShareBoard;
import dev.muster.core.master.state.JobRecords;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.queue.JobAllowance;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Spreads what each job may use to the schedulers, once an interval, and gathers what their jobs
 * use.
 *
 * <pre>
 *   SharesChanged ──► scheduler ──► JobsReported ──► ShareBoard ──► SharesChanged …
 * </pre>
 *
 * <p>Soft state: a new leader knows nothing of use before schedulers have answered it once; until
 * then they go by what they were told last. Without queues, and without suspended jobs, nothing is
 * sent.
 */
final class ShareService {

  /** After a job was admitted or has ended, shares are computed within so long. */
  static final long SOON_NS = 50_000_000;

  private static final int TERM_SHIFT = 40;

  private final RegisteredMachines machines;
  private final JobRecords jobs;
  private final JobQueues queues;
  private final Assignments assignments;
  private final ShareBoard board;
  private final long everyNs;
  private long sequence;

  /** When shares are computed next; {@code Long.MAX_VALUE} where that is not planned. */
  private long nextNs = Long.MAX_VALUE;

  /** Of each scheduler, the latest message that it has answered. */
  private final TreeMap<Integer, Long> answered = new TreeMap<>();

  /** The last message that limited anybody. */
  private long limitedAt;

  /**
   * @param others whether an older leader may have limited jobs
   */
  ShareService(
      RegisteredMachines machines,
      JobRecords jobs,
      JobQueues queues,
      Assignments assignments,
      ShareBoard board,
      long everyNs,
      long term,
      boolean others) {
    this.machines = machines;
    this.jobs = jobs;
    this.queues = queues;
    this.assignments = assignments;
    this.board = board;
    this.everyNs = everyNs;
    this.sequence = term << TERM_SHIFT;
    this.limitedAt = others ? sequence : 0;
  }

  /** Jobs, queues or machines have changed. */
  void soon(long nowNs, Effects out) {
    if (isActive()) {
      computeAt(nowNs + SOON_NS, out);
    }
  }

  /** At the beginning, and at every beat. */
  void beat(long nowNs, Effects out) {
    if (isActive() && nextNs == Long.MAX_VALUE) {
      computeAt(nowNs, out);
    }
  }

  private void computeAt(long atNs, Effects out) {
    if (atNs < nextNs) {
      nextNs = atNs;
      out.wake(atNs, Master.MasterTimer.SHARES);
    }
  }

  /** Whether somebody is limited, or was and may not know better. */
  private boolean isActive() {
    return !queues.tree().isOpen() || queues.hasSuspended() || !haveAllAnswered();
  }

  private boolean haveAllAnswered() {
    return limitedAt == 0
        || assignments.schedulers().stream()
            .allMatch(scheduler -> answered.getOrDefault(scheduler.index(), 0L) > limitedAt);
  }

  void wake(long nowNs, Effects out) {
    if (nowNs < nextNs) {
      return; // one that was set earlier, for later
    }
    nextNs = Long.MAX_VALUE;
    if (isActive()) {
      board.compute(nowNs, machines.total());
      spread(out);
      computeAt(nowNs + everyNs, out);
    }
  }

  private void spread(Effects out) {
    List<List<ShareOfJob>> byScheduler = new ArrayList<>();
    assignments.schedulers().forEach(_ -> byScheduler.add(new ArrayList<>()));
    sequence++;
    for (var job : queues.all()) {
      var record = jobs.findOpen(job.number());
      var allowance = board.of(job.number());
      if (record != null && job.isAdmitted() && !allowance.equals(JobAllowance.ANY)) {
        limitedAt = sequence;
        byScheduler
            .get(assignments.schedulerOf(record).index())
            .add(new ShareOfJob(job.number(), allowance));
      }
    }
    for (var scheduler : assignments.schedulers()) {
      out.send(scheduler, new SharesChanged(sequence, byScheduler.get(scheduler.index())));
    }
  }

  /** Answers to messages of older leaders, and of older epochs, are stale. */
  void reported(JobsReported report) {
    int scheduler = report.scheduler().index();
    long before = answered.getOrDefault(scheduler, 0L);
    if (assignments.isStale(report.scheduler(), report.epoch())
        || report.sequence() <= before
        || report.sequence() > sequence) {
      return;
    }
    answered.put(scheduler, report.sequence());
    board.report(report.jobs());
  }
}
