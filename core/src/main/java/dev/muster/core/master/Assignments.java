package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.master.MasterConfig.SchedulerPool;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.queue.ShareBoard;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.SchedulerEpochs;
import dev.muster.model.JobSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns jobs to schedulers: each job has one scheduler, and of that one the latest epoch.
 *
 * <p>A new epoch is put on record before it gets any job. The log is ordered, so all entries of
 * older epochs are applied by then, and their later messages are stale: the new epoch knows every
 * completed task.
 */
final class Assignments {

  private final Routing routing;
  private final MasterState state;
  private final JobRecords jobs;
  private final OpenJobs open;
  private final CommitService commits;
  private final ShareBoard shares;
  private final LeaderLog log;
  private final List<Address<SchedulerEvent>> schedulers = new ArrayList<>();

  /** Epochs that are on record or on their way there. */
  private final SchedulerEpochs epochs;

  Assignments(
      SchedulerPool pool,
      MasterState state,
      OpenJobs open,
      CommitService commits,
      ShareBoard shares,
      LeaderLog log) {
    this.routing = pool.routing();
    this.state = state;
    this.jobs = state.jobs();
    this.open = open;
    this.commits = commits;
    this.shares = shares;
    this.log = log;
    this.epochs = state.epochs();
    for (int index = 0; index < pool.count(); index++) {
      this.schedulers.add(SchedulerEvent.at(index));
    }
  }

  /**
   * Assigns again what an older leader may have assigned. It is not known to which epoch, so any
   * job of a scheduler that started anew may be inherited.
   */
  void resume() {
    for (var record : jobs.open()) {
      if (record.isAdmitted()) {
        open.of(record).inherited = epochOf(record) > SchedulerEpochs.FIRST;
        open.change(open.of(record), OpenJobState.ASSIGNED);
      }
    }
  }

  List<Address<SchedulerEvent>> schedulers() {
    return schedulers;
  }

  Address<SchedulerEvent> schedulerOf(JobRecord record) {
    return schedulers.get(indexOf(record));
  }

  Address<SchedulerEvent> schedulerOf(long job, JobSpec spec) {
    return schedulers.get(routing.schedulerOf(job, spec, schedulers.size()));
  }

  /** The latest epoch on record of the job's scheduler. */
  int epochOf(JobRecord record) {
    return state.epoch(indexOf(record));
  }

  private int indexOf(JobRecord record) {
    return routing.schedulerOf(record.job(), record.accepted().spec(), schedulers.size());
  }

  void assign(JobRecord record, Effects out) {
    open.change(open.of(record), OpenJobState.ASSIGNED);
    sendAssignment(record, out);
  }

  void sendAssignment(JobRecord record, Effects out) {
    var accepted = record.accepted();
    out.send(
        schedulerOf(record),
        new AssignJob(
            accepted.job(),
            record.spec(),
            accepted.client(),
            accepted.submittedNs(),
            epochOf(record),
            open.of(record).inherited,
            record.completed().all(),
            record.resize().revision(),
            record.completed().outputs(),
            shares.initial(record.job())));
  }

  void taken(JobTaken taken) {
    var record = jobs.findOpen(taken.job());
    if (record != null
        && taken.epoch() == epochOf(record)
        && open.of(record).state() == OpenJobState.ASSIGNED) {
      open.change(open.of(record), OpenJobState.TAKEN);
    }
  }

  boolean isStale(Address<SchedulerEvent> scheduler, int epoch) {
    return epochs.isStale(scheduler.index(), epoch);
  }

  // Takeover.

  void takeOver(TakeOverJobs takeOver, Effects out) {
    int scheduler = takeOver.scheduler().index();
    if (takeOver.epoch() == state.epoch(scheduler)) {
      out.send(takeOver.scheduler(), inheritance(scheduler));
    } else if (epochs.advance(scheduler, takeOver.epoch())) {
      log.append(new SchedulerStarted(scheduler, takeOver.epoch()), out);
    }
  }

  void applied(SchedulerStarted started, Effects out) {
    int scheduler = started.scheduler();
    for (var record : jobs.open()) {
      if (open.of(record).isWithScheduler() && indexOf(record) == scheduler) {
        reassign(record, out);
      }
    }
    out.send(schedulers.get(scheduler), inheritance(scheduler));
  }

  private void reassign(JobRecord record, Effects out) {
    var job = open.of(record);
    job.inherited = true;
    if (job.state() == OpenJobState.TAKEN) {
      open.change(job, OpenJobState.ASSIGNED);
    }
    sendAssignment(record, out);
  }

  private JobsInherited inheritance(int scheduler) {
    List<Long> inherited = new ArrayList<>();
    for (var record : jobs.open()) {
      if (indexOf(record) == scheduler && open.of(record).inherited) {
        inherited.add(record.job());
      }
    }
    int epoch = state.epoch(scheduler);
    var claims = commits.claimsBefore(scheduler, epoch);
    return new JobsInherited(epoch, state.machines().version(), inherited, claims);
  }

  // Completed tasks.

  /** Stale messages are ignored; a batch is appended once. */
  void record(TasksSucceeded succeeded, Effects out) {
    if (isStale(succeeded.scheduler(), succeeded.epoch())) {
      return;
    }
    var record = jobs.findOpen(succeeded.job());
    if (record == null) {
      sendIfEnded(succeeded.job(), succeeded.scheduler(), out);
    } else if (succeeded.batch() <= record.completed().batch()) {
      out.send(succeeded.scheduler(), new TasksRecorded(succeeded.job(), succeeded.batch()));
    } else if (succeeded.batch() > open.of(record).batch) {
      open.of(record).batch = succeeded.batch();
      log.append(
          new TasksCompleted(
              succeeded.job(),
              succeeded.batch(),
              succeeded.tasks(),
              succeeded.outputs(),
              succeeded.reopened()),
          out);
    }
  }

  void sendIfEnded(long job, Address<SchedulerEvent> scheduler, Effects out) {
    if (jobs.hasEnded(job)) {
      out.send(scheduler, new JobEndRecorded(job));
    }
  }

  void applied(TasksCompleted completed, Effects out) {
    var record = jobs.find(completed.job());
    if (record != null) {
      out.send(schedulerOf(record), new TasksRecorded(completed.job(), completed.batch()));
    }
  }
}
