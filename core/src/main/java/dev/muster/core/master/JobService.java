package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.master.AdmissionControl.AdmissionResult;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.StageReport;
import java.util.List;

/** Admits accepted jobs, cancels them and closes them. */
final class JobService {

  private static final long NS_PER_MS = 1_000_000;

  private final JobRecords jobs;
  private final OpenJobs open;
  private final AdmissionControl admission;
  private final MachineService machines;
  private final Assignments assignments;
  private final LeaderLog log;

  JobService(
      JobRecords jobs,
      OpenJobs open,
      AdmissionControl admission,
      MachineService machines,
      Assignments assignments,
      LeaderLog log) {
    this.jobs = jobs;
    this.open = open;
    this.admission = admission;
    this.machines = machines;
    this.assignments = assignments;
    this.log = log;
  }

  // Admission.

  /**
   * The job is admitted, or right after the list of machines that is being gathered is published: a
   * scheduler that has the job first would place it on the nodes that it knows.
   */
  void applied(long nowNs, JobOpened opened, Effects out) {
    out.send(opened.client(), new JobAccepted(opened.key(), opened.job()));
    var record = jobs.findOpen(opened.job());
    if (record != null && !machines.isPublishing()) {
      admit(nowNs, record, out);
    }
  }

  /** Unless the job has been cancelled meanwhile. */
  void applied(JobAdmitted admitted, Effects out) {
    var record = jobs.findOpen(admitted.job());
    if (record != null && open.of(record).state() == OpenJobState.ADMITTING) {
      assignments.assign(record, out);
    }
  }

  /** Jobs that wait for admission are checked again. */
  void admitSubmitted(long nowNs, Effects out) {
    for (var record : jobs.open()) {
      if (open.of(record).state() == OpenJobState.SUBMITTED) {
        admit(nowNs, record, out);
      }
    }
  }

  private void admit(long nowNs, JobRecord record, Effects out) {
    if (record.isAdmitted()) {
      assignments.assign(record, out);
      return;
    }
    int scheduler = assignments.schedulerOf(record).index();
    switch (admission.check(record.accepted().spec(), scheduler)) {
      case AdmissionResult.Admitted _ -> {
        open.change(open.of(record), OpenJobState.ADMITTING);
        log.append(new JobAdmitted(record.job()), out);
      }
      case AdmissionResult.Infeasible never ->
          close(nowNs, record, JobState.INFEASIBLE, never.reasons(), out);
      case AdmissionResult.Unmatched unmatched -> {
        if (machines.isSettled(nowNs)) {
          close(nowNs, record, JobState.INFEASIBLE, unmatched.reasons(), out);
        }
      }
      case AdmissionResult.Deferred _ -> {}
    }
  }

  /** Repeats what is not acknowledged. */
  void beat(long nowNs, Effects out) {
    for (var record : jobs.open()) {
      var job = open.of(record);
      switch (job.state()) {
        case SUBMITTED -> admit(nowNs, record, out);
        case ASSIGNED -> assignments.sendAssignment(record, out);
        case ADMITTING, TAKEN, CLOSING, ENDED -> {}
      }
      if (job.cancelled && job.isWithScheduler()) {
        out.send(assignments.schedulerOf(record), new StopJob(record.job()));
      }
    }
  }

  // Queries.

  void answer(GetJob query, Effects out) {
    var record = jobs.find(query.job());
    if (record == null) {
      sendIfForgotten(query.job(), query.client(), out);
    } else if (record.report() != null) {
      out.send(query.client(), new JobEnded(record.report()));
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
      close(nowNs, record, JobState.CANCELLED, List.of(), out);
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
      close(record, finished.report(), out);
    }
  }

  private void close(
      long nowNs, JobRecord record, JobState state, List<String> reasons, Effects out) {
    close(record, unassignedReport(record.accepted(), state, nowNs, reasons), out);
  }

  private void close(JobRecord record, JobReport report, Effects out) {
    var job = open.of(record);
    if (job.state() != OpenJobState.CLOSING) {
      open.change(job, OpenJobState.CLOSING);
      log.append(new JobClosed(report), out);
    }
  }

  /** The report of a job that ended before a scheduler had it. */
  private static JobReport unassignedReport(
      JobOpened accepted, JobState state, long nowNs, List<String> reasons) {
    var spec = accepted.spec();
    var stages =
        spec.stages().stream()
            .map(stage -> new StageReport(stage.name(), stage.tasks(), 0, 0, 0, 0))
            .toList();
    return new JobReport(
        accepted.job(),
        spec.name(),
        state,
        spec.policyOfAll(),
        stages,
        accepted.submittedNs() / NS_PER_MS,
        Math.max(0, nowNs - accepted.submittedNs()) / NS_PER_MS,
        List.of(),
        0,
        reasons);
  }

  void applied(JobClosed closed, Effects out) {
    open.end(closed.report().job());
    var record = jobs.find(closed.report().job());
    if (record != null) {
      out.send(record.accepted().client(), new JobEnded(closed.report()));
      out.send(assignments.schedulerOf(record), new JobEndRecorded(record.job()));
    }
  }
}
