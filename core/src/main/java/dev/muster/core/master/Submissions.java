package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEvent.AppendRefused;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.master.AdmissionControl.AdmissionResult;
import dev.muster.core.master.MasterConfig.OpenJobLimits;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobSpec;
import dev.muster.model.rule.JobRules;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Accepts jobs into the log, each key once; rejects invalid jobs and those past a limit. */
final class Submissions {

  private final OpenJobLimits limits;
  private final JobRecords jobs;
  private final OpenJobs open;
  private final JobQueues queues;
  private final AdmissionControl admission;
  private final Assignments assignments;
  private final LeaderLog log;

  private record AppendedJob(EntryId id, Address<ClientEvent> client) {}

  /** Jobs that are in the log and not applied, by key. */
  private final TreeMap<String, AppendedJob> pending = new TreeMap<>();

  Submissions(
      OpenJobLimits limits,
      JobRecords jobs,
      OpenJobs open,
      JobQueues queues,
      AdmissionControl admission,
      Assignments assignments,
      LeaderLog log) {
    this.limits = limits;
    this.jobs = jobs;
    this.open = open;
    this.queues = queues;
    this.admission = admission;
    this.assignments = assignments;
    this.log = log;
  }

  /** A repeated key is answered as the first time. */
  void submit(long nowNs, SubmitJob submit, Effects out) {
    var known = jobs.find(submit.key());
    if (known != null) {
      out.send(submit.client(), new JobAccepted(submit.key(), known.job(), revision(known)));
      if (known.report() != null) {
        out.send(submit.client(), new JobEnded(known.report()));
      }
    } else if (!pending.containsKey(submit.key())) {
      problem(submit.job())
          .ifPresentOrElse(
              problem -> out.send(submit.client(), new JobRejected(submit.key(), problem)),
              () -> append(nowNs, submit, out));
    }
  }

  /** A client that has forgotten its resizes goes on from the latest that the master received. */
  private int revision(JobRecord known) {
    var pending = known.isOpen() ? open.of(known).resize : null;
    return pending == null ? known.resize().revision() : pending.revision();
  }

  private void append(long nowNs, SubmitJob submit, Effects out) {
    long job = jobs.nextJob() + pending.size();
    var spec = submit.job();
    int scheduler = assignments.schedulerOf(job, spec).index();
    boolean fits = admission.check(spec, scheduler) instanceof AdmissionResult.Admitted;
    open.promise(spec.tasks());
    var queued = queues.opened(job, spec);
    var tokens = fits ? queues.tokensAtOnce(queued) : OptionalInt.empty();
    tokens.ifPresent(taken -> queues.admitted(nowNs, queued, taken));
    var opened =
        new JobOpened(
            job, submit.key(), spec, submit.client(), nowNs, tokens.isPresent(), tokens.orElse(0));
    pending.put(submit.key(), new AppendedJob(log.append(opened, out), submit.client()));
  }

  void applied(JobOpened opened) {
    if (pending.remove(opened.key()) != null) {
      open.promise(-opened.spec().tasks());
    }
  }

  /** The log takes no more entries of this leader. */
  void refused(AppendRefused refused, Effects out) {
    pending.forEach(
        (key, appended) -> {
          if (!refused.id().isAfter(appended.id())) {
            var why = refused.why() + "; try again later";
            out.send(appended.client(), new JobRejected(key, why));
          }
        });
  }

  private Optional<String> problem(JobSpec job) {
    return JobRules.problem(job)
        .or(() -> excess(job.tasks()))
        .or(() -> queues.rejection(job))
        .or(() -> admission.rejection(job));
  }

  private Optional<String> excess(long tasks) {
    if (tasks > limits.maxOpenTasks()) {
      return Optional.of(
          "the job has " + tasks + " tasks; the cell takes at most " + limits.maxOpenTasks());
    }
    if (jobs.openJobs() + pending.size() >= limits.maxOpen()) {
      return Optional.of(
          "the cell has its limit of " + limits.maxOpen() + " open jobs; try again later");
    }
    long others = jobs.openTasks() + open.promisedTasks();
    return others + tasks <= limits.maxOpenTasks()
        ? Optional.empty()
        : Optional.of(full(tasks, others));
  }

  private String full(long tasks, long others) {
    var past = " open ones that is past the cell's limit of " + limits.maxOpenTasks();
    return "the job has " + tasks + " tasks; with the " + others + past + "; try again later";
  }
}
