package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobState;
import dev.muster.model.queue.WaitReason;
import java.util.List;

/** Looks after open jobs until their ends are on record, and answers what clients ask. */
final class JobService {

  private final JobRecords jobs;
  private final OpenJobs open;
  private final JobQueues queues;
  private final Admissions admissions;
  private final Assignments assignments;
  private final JobEnds ends;
  private final long beatNs;

  JobService(
      JobRecords jobs,
      OpenJobs open,
      JobQueues queues,
      Admissions admissions,
      Assignments assignments,
      JobEnds ends,
      long beatNs) {
    this.jobs = jobs;
    this.open = open;
    this.queues = queues;
    this.admissions = admissions;
    this.assignments = assignments;
    this.ends = ends;
    this.beatNs = beatNs;
  }

  void applied(long nowNs, JobOpened opened, Effects out) {
    out.send(opened.client(), new JobAccepted(opened.key(), opened.job()));
    admissions.opened(nowNs, opened, out);
  }

  /** Repeats what is not acknowledged. */
  void beat(long nowNs, Effects out) {
    admissions.beat(nowNs, out);
    for (var record : jobs.open()) {
      var job = open.of(record);
      switch (job.state()) {
        case SUBMITTED -> admissions.check(nowNs, record, out);
        case ASSIGNED -> assignments.sendAssignment(record, out);
        case ADMITTING, TAKEN, CLOSING, ENDED -> {}
      }
      if (job.cancelled && job.isWithScheduler()) {
        out.send(assignments.schedulerOf(record), new StopJob(record.job()));
      }
    }
    admissions.checkedAll();
  }

  // Queries.

  void answer(long nowNs, GetJob query, Effects out) {
    var record = jobs.find(query.job());
    if (record == null) {
      sendIfForgotten(query.job(), query.client(), out);
    } else if (record.report() != null) {
      out.send(query.client(), new JobEnded(record.report()));
    } else if (open.of(record).state() == OpenJobState.SUBMITTED) {
      sendWait(nowNs, record, query.client(), out);
    }
  }

  private void sendWait(long nowNs, JobRecord record, Address<ClientEvent> client, Effects out) {
    var job = queues.find(record.job());
    if (job != null && !job.isAdmitted()) {
      var wait = queues.waitOf(nowNs, job, beatNs);
      var lack = wait.reason() == WaitReason.RESOURCES ? admissions.lack(record) : "";
      out.send(
          client,
          new JobWaits(
              record.job(),
              wait.reason(),
              lack.isEmpty() ? wait.why() : lack,
              wait.place(),
              wait.length(),
              wait.expectedNs()));
    }
  }

  private void sendIfForgotten(long job, Address<ClientEvent> client, Effects out) {
    if (jobs.hasEnded(job)) {
      out.send(client, new JobForgotten(job));
    }
  }

  // Ends.

  void cancel(long nowNs, CancelJob cancel, Effects out) {
    var record = jobs.findOpen(cancel.job());
    if (record == null) {
      return;
    }
    var job = open.of(record);
    job.cancelled = true;
    if (job.isWithScheduler()) {
      out.send(assignments.schedulerOf(record), new StopJob(record.job()));
    } else {
      ends.close(nowNs, record, JobState.CANCELLED, List.of(), out);
    }
  }

  /** Stale messages are ignored. */
  void finished(JobFinished finished, Effects out) {
    if (assignments.isStale(finished.scheduler(), finished.epoch())) {
      return;
    }
    var record = jobs.findOpen(finished.report().job());
    if (record == null) {
      assignments.sendIfEnded(finished.report().job(), finished.scheduler(), out);
    } else {
      ends.close(record, finished.report(), out);
    }
  }

  void applied(long nowNs, JobClosed closed, Effects out) {
    open.end(closed.report().job());
    queues.ended(closed.report().job());
    admissions.admitWaiting(nowNs, out);
    var record = jobs.find(closed.report().job());
    if (record != null) {
      out.send(record.accepted().client(), new JobEnded(closed.report()));
      out.send(assignments.schedulerOf(record), new JobEndRecorded(record.job()));
    }
  }
}
