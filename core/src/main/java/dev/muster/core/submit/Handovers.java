package dev.muster.core.submit;

import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.SchedulerKnown;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.TakesOver;
import dev.muster.core.event.MasterEvent.TasksDone;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.DoneRecorded;
import dev.muster.core.event.SchedulerEvent.EndRecorded;
import dev.muster.core.event.SchedulerEvent.Inherited;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import java.util.ArrayList;
import java.util.List;

/**
 * Who has which job: each has one scheduler, and of that one the latest life.
 *
 * <p>A scheduler that comes after one that died is put on record before it hears anything. The log
 * has an order, so all that older lives could put there is in the book by then, and what they say
 * later is void: the new life knows of every task that is done.
 */
final class Handovers {

  private final JobBook book;
  private final Pursuits pursuits;
  private final List<Address<SchedulerEvent>> schedulers = new ArrayList<>();

  /** Of those heard of, though perhaps not yet on record. */
  private final Lives lives = new Lives();

  Handovers(int schedulers, JobBook book, Pursuits pursuits) {
    this.book = book;
    this.pursuits = pursuits;
    for (int index = 0; index < schedulers; index++) {
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
    return (int) Math.floorMod(record.job(), (long) schedulers.size());
  }

  void handOver(JobRecord record, Effects out) {
    var accepted = record.accepted();
    out.send(
        schedulerOf(record),
        new Plan(
            accepted.job(),
            accepted.spec(),
            accepted.client(),
            accepted.submittedNs(),
            book.life(indexOf(record)),
            pursuits.of(record).inherited,
            record.done().all()));
  }

  void taken(JobTaken taken) {
    var record = book.find(taken.job());
    if (record != null && record.isOpen() && taken.life() == book.life(indexOf(record))) {
      pursuits.of(record).taken = true;
    }
  }

  /** Whether nothing that this life of the scheduler says counts any longer. */
  boolean isOver(Address<SchedulerEvent> scheduler, int life) {
    return lives.isOver(scheduler.index(), life);
  }

  // Another life.

  void takesOver(TakesOver heir, Effects out) {
    int scheduler = heir.scheduler().index();
    if (heir.life() == book.life(scheduler)) {
      out.send(heir.scheduler(), inheritance(scheduler));
    } else if (lives.isNews(scheduler, heir.life())) {
      out.append(new SchedulerKnown(scheduler, heir.life()));
    }
  }

  void takenOver(SchedulerKnown known, Effects out) {
    lives.isNews(known.scheduler(), known.life());
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

  private Inherited inheritance(int scheduler) {
    List<Long> jobs = new ArrayList<>();
    for (var record : book.open()) {
      if (indexOf(record) == scheduler && pursuits.of(record).inherited) {
        jobs.add(record.job());
      }
    }
    return new Inherited(book.life(scheduler), book.cell().version(), jobs);
  }

  // What is done.

  void done(TasksDone done, Effects out) {
    if (isOver(done.scheduler(), done.life())) {
      return;
    }
    var record = book.find(done.job());
    if (record == null || !record.isOpen()) {
      out.send(done.scheduler(), new EndRecorded(done.job()));
    } else if (done.batch() <= record.done().batch()) {
      out.send(done.scheduler(), new DoneRecorded(done.job(), done.batch()));
    } else if (done.batch() > pursuits.of(record).batch) {
      pursuits.of(record).batch = done.batch();
      out.append(new MasterEntry.TasksDone(done.job(), done.batch(), done.tasks()));
    }
  }

  void recorded(MasterEntry.TasksDone done, Effects out) {
    var record = book.find(done.job());
    if (record != null) {
      out.send(schedulerOf(record), new DoneRecorded(done.job(), done.batch()));
    }
  }
}
