package dev.muster.check.queue;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.event.MasterEvent.JobsReported;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.queue.JobUse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the leader was told of use, by the messages that reached it. Of a scheduler that started
 * anew nothing counts until its new epoch has reported.
 */
final class LeaderReports {

  private static final int TERM_SHIFT = 40;

  private long term;
  private final Map<Integer, Integer> epochs = new HashMap<>();

  /** The latest report of each scheduler. */
  private final Map<Integer, JobsReported> latest = new HashMap<>();

  private final Map<Long, Integer> schedulers = new HashMap<>();
  private final Map<Long, JobUse> uses = new HashMap<>();

  /** Whether the message is the first of its leader, who has heard nothing yet. */
  boolean begins(long sequence) {
    boolean begins = sequence >> TERM_SHIFT > term;
    if (begins) {
      term = sequence >> TERM_SHIFT;
      latest.clear();
      uses.clear();
    }
    return begins;
  }

  void assigned(Address<?> scheduler, AssignJob assigned) {
    schedulers.put(assigned.job(), scheduler.index());
  }

  /** Overtaken reports, and those to other leaders and of older epochs, are stale. */
  void delivered(Address<?> to, Event event) {
    if (!(event instanceof JobsReported report) || to.role() != Role.MASTER) {
      return;
    }
    int scheduler = report.scheduler().index();
    var before = latest.get(scheduler);
    boolean isStale = before != null && report.sequence() <= before.sequence();
    if (!isStale
        && report.sequence() >> TERM_SHIFT == term
        && report.epoch() == epochs.getOrDefault(scheduler, 1)) {
      latest.put(scheduler, report);
      report.jobs().forEach(each -> uses.put(each.job(), each));
    }
  }

  void died(int scheduler) {
    epochs.merge(scheduler, 2, (before, _) -> before + 1);
    latest.remove(scheduler);
    uses.keySet().removeIf(job -> schedulers.getOrDefault(job, scheduler) == scheduler);
  }

  /** Empty where nothing sure is known of the job. */
  Optional<JobUse> of(long job) {
    return Optional.ofNullable(uses.get(job));
  }
}
