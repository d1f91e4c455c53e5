package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.master.AdmissionControl.AdmissionResult;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.queue.QueuedJob;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobState;

/**
 * Admits jobs in the order of their queues: as soon as the cell could run each of their tasks, and
 * their queue has tokens for them. Jobs that can never run end as infeasible, wherever they stand.
 */
final class Admissions {

  /** How many jobs one event admits; the others follow at the next beats. */
  static final int MAX_ADMITTED_AT_ONCE = 1_000;

  /** How many jobs in line one beat looks at, to find those that can never run. */
  static final int MAX_CHECKED_PER_BEAT = 5_000;

  private final JobRecords jobs;
  private final OpenJobs open;
  private final JobQueues queues;
  private final AdmissionControl feasibility;
  private final MachineService machines;
  private final Assignments assignments;
  private final JobEnds ends;
  private final LeaderLog log;

  private long lastChecked;
  private int checksLeft;

  Admissions(
      JobRecords jobs,
      OpenJobs open,
      JobQueues queues,
      AdmissionControl feasibility,
      MachineService machines,
      Assignments assignments,
      JobEnds ends,
      LeaderLog log) {
    this.jobs = jobs;
    this.open = open;
    this.queues = queues;
    this.feasibility = feasibility;
    this.machines = machines;
    this.assignments = assignments;
    this.ends = ends;
    this.log = log;
  }

  /**
   * The job is admitted, or right after the list of machines that is being gathered is published: a
   * scheduler that has the job first would place it on the nodes that it knows.
   */
  void opened(long nowNs, JobOpened opened, Effects out) {
    var record = jobs.findOpen(opened.job());
    if (record == null || machines.isPublishing()) {
      return;
    }
    if (record.isAdmitted()) {
      assignments.assign(record, out);
    } else if (isFeasible(nowNs, record, out)) {
      admitWaiting(nowNs, out);
    }
  }

  /** The list of machines is published: what waited for it goes on. */
  void published(long nowNs, Effects out) {
    for (var record : jobs.open()) {
      if (record.isAdmitted() && open.of(record).state() == OpenJobState.SUBMITTED) {
        assignments.assign(record, out);
      }
    }
    admitWaiting(nowNs, out);
  }

  /** Unless the job has been cancelled meanwhile. */
  void applied(JobAdmitted admitted, Effects out) {
    var record = jobs.findOpen(admitted.job());
    if (record != null && open.of(record).state() == OpenJobState.ADMITTING) {
      assignments.assign(record, out);
    }
  }

  // Lines.

  void beat(long nowNs, Effects out) {
    checksLeft = MAX_CHECKED_PER_BEAT;
    admitWaiting(nowNs, out);
  }

  /** Something that jobs in line wait for may be there: tokens, nodes, an end. */
  void admitWaiting(long nowNs, Effects out) {
    if (!machines.isPublishing() && !feasibility.isWithoutNodes()) {
      queues.admit(MAX_ADMITTED_AT_ONCE, (job, tokens) -> admitIfFeasible(nowNs, job, tokens, out));
    }
  }

  private boolean admitIfFeasible(long nowNs, QueuedJob job, int tokens, Effects out) {
    var record = jobs.findOpen(job.number());
    if (record == null
        || open.of(record).state() != OpenJobState.SUBMITTED
        || !isFeasible(nowNs, record, out)) {
      return false; // is not on record yet, or is ending
    }
    queues.admitted(nowNs, job, tokens);
    open.change(open.of(record), OpenJobState.ADMITTING);
    log.append(new JobAdmitted(job.number(), tokens), out);
    return true;
  }

  // Feasibility.

  /** Looks at a job in line once in a while, whatever its place. */
  void check(long nowNs, JobRecord record, Effects out) {
    if (record.isAdmitted()) {
      assignments.assign(record, out);
    } else if (checksLeft > 0 && record.job() > lastChecked) {
      checksLeft--;
      lastChecked = record.job();
      isFeasible(nowNs, record, out);
    }
  }

  /** All jobs in line were looked at, as far as there was time: the next beat goes on. */
  void checkedAll() {
    if (checksLeft > 0) {
      lastChecked = 0;
    }
  }

  /** What nodes lack for a job in line; empty where it could run. */
  String lack(JobRecord record) {
    int scheduler = assignments.schedulerOf(record).index();
    return switch (feasibility.check(record.accepted().spec(), scheduler)) {
      case AdmissionResult.Admitted _ -> "";
      case AdmissionResult.Deferred deferred -> deferred.reason();
      case AdmissionResult.Unmatched unmatched -> String.join("; ", unmatched.reasons());
      case AdmissionResult.Infeasible never -> String.join("; ", never.reasons());
    };
  }

  /** Whether all tasks could run somewhere; a job that never can is closed. */
  private boolean isFeasible(long nowNs, JobRecord record, Effects out) {
    int scheduler = assignments.schedulerOf(record).index();
    return switch (feasibility.check(record.accepted().spec(), scheduler)) {
      case AdmissionResult.Admitted _ -> true;
      case AdmissionResult.Infeasible never -> {
        ends.close(nowNs, record, JobState.INFEASIBLE, never.reasons(), out);
        yield false;
      }
      case AdmissionResult.Unmatched unmatched -> {
        if (machines.isSettled(nowNs)) {
          ends.close(nowNs, record, JobState.INFEASIBLE, unmatched.reasons(), out);
        }
        yield false;
      }
      case AdmissionResult.Deferred _ -> false;
    };
  }
}
