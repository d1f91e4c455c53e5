package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.master.state.Epochs;
import dev.muster.core.master.state.JobRecord;
import dev.muster.core.master.state.JobRecords;
import java.util.ArrayList;
import java.util.List;

/**
 * Who has which job: each has one scheduler, and of that one the latest epoch.
 *
 * <p>A scheduler that comes after one that died is put on record before it hears anything. The log
 * has an order, so all that older epochs could put there is in the book by then, and what they say
 * later is void: the new epoch knows of every task that is done.
 */
final class Assignments {

  private final JobRecords book;
  private final OpenJobs pursuits;
  private final CommitService desk;
  private final Routing routing;
  private final List<Address<SchedulerEvent>> schedulers = new ArrayList<>();

  /** Of those heard of, though perhaps not yet on record. */
  private final Epochs epochs = new Epochs();

  Assignments(Master.Config config, JobRecords book, OpenJobs pursuits, CommitService desk) {
    this.routing = config.routing();
    this.book = book;
    this.pursuits = pursuits;
    this.desk = desk;
    for (int index = 0; index < config.schedulers(); index++) {
      this.schedulers.add(SchedulerEvent.at(index));
    }
  }

  List<Address<SchedulerEvent>> schedulers() {
    return schedulers;
  }

  Address<SchedulerEvent> schedulerOf(JobRecord record) {
    return schedulers.get(indexOf(record));
  }

  private int indexOf(JobRecord record) {
    var spec = record.accepted().spec();
    return routing.schedulerOf(record.job(), spec, schedulers.size());
  }

  void handOver(JobRecord record, Effects out) {
    var accepted = record.accepted();
    out.send(
        schedulerOf(record),
        new AssignJob(
            accepted.job(),
            accepted.spec(),
            accepted.client(),
            accepted.submittedNs(),
            book.epoch(indexOf(record)),
            pursuits.of(record).inherited,
            record.done().all()));
  }

  void taken(JobTaken taken) {
    var record = book.find(taken.job());
    if (record != null && record.isOpen() && taken.epoch() == book.epoch(indexOf(record))) {
      pursuits.of(record).taken = true;
    }
  }

  /** Whether nothing that this epoch of the scheduler says counts any longer. */
  boolean isOver(Address<SchedulerEvent> scheduler, int epoch) {
    return epochs.isOver(scheduler.index(), epoch);
  }

  // Another epoch.

  void takesOver(TakeOverJobs heir, Effects out) {
    int scheduler = heir.scheduler().index();
    if (heir.epoch() == book.epoch(scheduler)) {
      out.send(heir.scheduler(), inheritance(scheduler));
    } else if (epochs.isNews(scheduler, heir.epoch())) {
      out.append(new SchedulerStarted(scheduler, heir.epoch()));
    }
  }

  void takenOver(SchedulerStarted known, Effects out) {
    epochs.isNews(known.scheduler(), known.epoch());
    desk.supersede(known.scheduler(), known.epoch());
    for (var record : book.open()) {
      var pursuit = pursuits.of(record);
      if (pursuit.admitted && indexOf(record) == known.scheduler()) {
        pursuit.inherited = true;
        pursuit.taken = false;
        handOver(record, out);
      }
    }
    out.send(schedulers.get(known.scheduler()), inheritance(known.scheduler()));
  }

  private JobsInherited inheritance(int scheduler) {
    List<Long> jobs = new ArrayList<>();
    for (var record : book.open()) {
      if (indexOf(record) == scheduler && pursuits.of(record).inherited) {
        jobs.add(record.job());
      }
    }
    int epoch = book.epoch(scheduler);
    var claims = desk.claimsBefore(scheduler, epoch);
    return new JobsInherited(epoch, book.cell().version(), jobs, claims);
  }

  // What is done.

  void done(TasksSucceeded done, Effects out) {
    if (isOver(done.scheduler(), done.epoch())) {
      return;
    }
    var record = book.find(done.job());
    if (record == null || !record.isOpen()) {
      out.send(done.scheduler(), new JobEndRecorded(done.job()));
    } else if (done.batch() <= record.done().batch()) {
      out.send(done.scheduler(), new TasksRecorded(done.job(), done.batch()));
    } else if (done.batch() > pursuits.of(record).batch) {
      pursuits.of(record).batch = done.batch();
      out.append(new MasterEntry.TasksCompleted(done.job(), done.batch(), done.tasks()));
    }
  }

  void recorded(MasterEntry.TasksCompleted done, Effects out) {
    var record = book.find(done.job());
    if (record != null) {
      out.send(schedulerOf(record), new TasksRecorded(done.job(), done.batch()));
    }
  }
}
