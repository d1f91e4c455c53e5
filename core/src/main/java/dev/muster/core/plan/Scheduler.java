package dev.muster.core.plan;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CancelJob;
import dev.muster.core.event.SchedulerEvent.CellView;
import dev.muster.core.event.SchedulerEvent.Confirmed;
import dev.muster.core.event.SchedulerEvent.Counted;
import dev.muster.core.event.SchedulerEvent.DoneRecorded;
import dev.muster.core.event.SchedulerEvent.EndRecorded;
import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.event.SchedulerEvent.Inherited;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.event.SchedulerEvent.Probed;
import dev.muster.core.event.SchedulerEvent.Promoted;
import dev.muster.core.event.SchedulerEvent.Returned;
import dev.muster.core.event.SchedulerEvent.Taken;
import dev.muster.core.event.SchedulerEvent.TaskWanted;
import dev.muster.core.event.Wake;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import dev.muster.core.place.Approach;
import dev.muster.core.place.Policy;
import dev.muster.core.place.View;
import java.util.List;

/**
 * Runs the jobs that it was handed: keeps reservations out for what waits, gives a task to each
 * reservation whose turn has come, and records how attempts end.
 *
 * <p>It knows of no other scheduler. What it was told but not yet acted on survives lost messages
 * because every reservation that has been silent for long is asked about. What it knew when it died
 * its next life learns anew ({@link Takeover}): from the master, which has on record what is done,
 * and from the nodes, which keep a result until it is.
 */
public final class Scheduler implements Actor<SchedulerEvent> {

  private static final long BEAT = 0;

  private final int index;
  private final int life;
  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Policy policy;
  private final ThinkTime thinkTime;
  private final Reservations reservations;
  private final ReservationTable table;
  private final Rounds rounds;
  private final LongMap<JobManager> jobs = new LongMap<>();
  private final EndedJobs ended = new EndedJobs();
  private final Recording recording;
  private final Takeover takeover;

  /**
   * @param life counts the schedulers that have had this index, from 1
   */
  public Scheduler(
      int index,
      int life,
      Address<MasterEvent> master,
      Timing timing,
      Policy policy,
      ThinkTime thinkTime) {
    this.index = index;
    this.life = life;
    this.self = SchedulerEvent.at(index);
    this.master = master;
    this.timing = timing;
    this.policy = policy;
    this.thinkTime = thinkTime;
    this.reservations = new Reservations(index, life, timing, policy);
    this.table = reservations.table;
    this.rounds = new Rounds(self, timing, policy, reservations);
    this.recording = new Recording(self, master);
    this.takeover = new Takeover(self, master, timing, life, reservations, jobs);
  }

  @Override
  public void start(long nowNs, Effects out) {
    takeover.ask(out);
    out.wake(timing.firstBeatNs(nowNs, index), BEAT);
  }

  @Override
  public void on(long nowNs, SchedulerEvent event, Effects out) {
    switch (event) {
      case Inherited inherited -> inherit(nowNs, inherited, out);
      case Plan plan -> plan(nowNs, plan, out);
      case Probed probed -> rounds.probed(nowNs, probed, out);
      case TaskWanted wanted -> taskWanted(nowNs, wanted, out);
      case Taken taken -> taken(nowNs, taken, out);
      case Finished finished -> finished(nowNs, finished, out);
      case Returned returned -> returned(nowNs, returned, out);
      case Promoted _ -> {} // nothing here asks for it yet
      case Confirmed confirmed -> lose(nowNs, reservations.confirmed(nowNs, confirmed), out);
      case Counted counted -> count(nowNs, counted, out);
      case DoneRecorded recorded -> doneRecorded(recorded, out);
      case CancelJob cancel -> cancel(nowNs, cancel, out);
      case EndRecorded recorded -> endRecorded(nowNs, recorded, out);
      case CellView view -> see(nowNs, view, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  private void plan(long nowNs, Plan plan, Effects out) {
    if (plan.life() != life) {
      return; // it was for one that died
    }
    out.send(master, new MasterEvent.JobTaken(plan.job(), life));
    if (jobs.find(plan.job()) != null || ended.knows(plan.job())) {
      return;
    }
    out.busy(thinkTime.of(plan.spec().tasks()));
    var job = new JobManager(plan, policy.name());
    jobs.put(plan.job(), job);
    if (reservations.view().size() == 0) {
      askForView(out);
    }
    if (job.uncounted()) {
      takeOver(nowNs, out);
    } else {
      adjust(nowNs, job, out);
    }
  }

  private void inherit(long nowNs, Inherited inherited, Effects out) {
    if (takeover.hear(inherited) && inherited.view() > reservations.view().version()) {
      askForView(out);
    }
    takeOver(nowNs, out);
  }

  private void takeOver(long nowNs, Effects out) {
    takeover.proceed(out);
    resume(nowNs, out);
  }

  private void count(long nowNs, Counted counted, Effects out) {
    if (!takeover.isOver()) {
      takeover.hear(nowNs, counted);
      resume(nowNs, out);
    }
  }

  /** Goes on with the jobs that were taken over, once it is known which tasks nodes have. */
  private void resume(long nowNs, Effects out) {
    if (!takeover.isOver()) {
      return;
    }
    for (var job : jobs.values()) {
      if (job.uncounted()) {
        job.counted();
        adjust(nowNs, job, out);
        if (job.closing()) {
          reservations.endAll(nowNs, job, out);
          proceed(nowNs, job, job.stage(0), out);
        }
      }
    }
  }

  /** A node holds room for one of our reservations: give it a task, or let it go. */
  private void taskWanted(long nowNs, TaskWanted wanted, Effects out) {
    var node = NodeEvent.at(wanted.node());
    int slot = table.find(wanted.reservation());
    if (slot == ReservationTable.NONE || table.isKilling(slot)) {
      out.send(node, new NodeEvent.NoTask(wanted.reservation(), wanted.ask()));
      return;
    }
    var job = table.job(slot);
    var stage = table.plan(slot);
    int task =
        table.isBound(slot) ? table.task(slot) : job.take(stage, wanted.node(), table.wish(slot));
    if (task < 0) {
      table.remove(slot);
      out.send(node, new NodeEvent.NoTask(wanted.reservation(), wanted.ask()));
      return;
    }
    boolean first = !table.isBound(slot);
    if (first) {
      table.bind(slot, task, nowNs);
    }
    var work = job.work(stage, task);
    out.send(node, new NodeEvent.Assign(wanted.reservation(), wanted.ask(), work));
    if (first) {
      reservations.stick(nowNs, job, stage, wanted.node(), out);
    }
    adjust(nowNs, job, stage, out);
  }

  /** Nobody gets a turn there soon: unless we knew, another node is drawn in its place. */
  private void taken(long nowNs, Taken taken, Effects out) {
    boolean news = policy.hearTaken(nowNs, taken.node(), taken.forNs());
    int slot = table.find(taken.reservation());
    boolean waits = slot != ReservationTable.NONE && !table.isBound(slot);
    if (news && waits && table.wish(slot) == ReservationTable.NONE) {
      var job = table.job(slot);
      var stage = table.plan(slot);
      reservations.withdraw(slot, out);
      adjust(nowNs, job, stage, out);
    }
  }

  private void finished(long nowNs, Finished finished, Effects out) {
    var job = jobs.find(finished.job());
    if (job == null) {
      finishedOutside(finished, out);
      return;
    }
    boolean counts = record(nowNs, job, finished, out);
    recording.heard(job, finished, counts, out);
    proceed(nowNs, job, job.stage(finished.stage()), out);
  }

  /** A result of a job that has ended, or that has yet to be taken over. */
  private void finishedOutside(Finished finished, Effects out) {
    long job = finished.job();
    if (!ended.awaitsRecord(job) && takeover.hasEnded(job)) {
      recording.acknowledge(finished, false, out);
    }
  }

  private boolean record(long nowNs, JobManager job, Finished finished, Effects out) {
    var stage = job.stage(finished.stage());
    int slot = table.find(finished.reservation());
    if (slot != ReservationTable.NONE) {
      table.remove(slot);
      stage.used(finished.result().usage());
      return job.ended(stage, finished.index(), finished.result());
    }
    if (!finished.result().succeeded()) {
      return false; // heard before, or given up as lost: costs the task nothing
    }
    // Given up as lost and done after all: it counts, and its replacement is not needed.
    reservations.endTwins(nowNs, stage, finished.index(), out);
    boolean first = job.ended(stage, finished.index(), finished.result());
    if (first) {
      stage.used(finished.result().usage());
    }
    return first;
  }

  /** What comes back is tried elsewhere at the next beat, not at once: the cell is full. */
  private void returned(long nowNs, Returned returned, Effects out) {
    int slot = table.find(returned.reservation());
    if (slot == ReservationTable.NONE) {
      return;
    }
    var job = table.job(slot);
    var stage = table.plan(slot);
    if (table.isBound(slot)) {
      job.gaveWay(stage, table.task(slot));
    }
    table.remove(slot);
    if (job.closing()) {
      proceed(nowNs, job, stage, out);
    }
  }

  private void lose(long nowNs, List<Long> gone, Effects out) {
    for (long reservation : gone) {
      int slot = table.find(reservation);
      if (slot != ReservationTable.NONE) {
        lose(nowNs, slot, out);
      }
    }
  }

  private void lose(long nowNs, int slot, Effects out) {
    var job = table.job(slot);
    var stage = table.plan(slot);
    boolean bound = table.isBound(slot);
    int task = table.task(slot);
    table.remove(slot);
    if (bound) {
      job.lost(stage, task);
    }
    proceed(nowNs, job, stage, out);
  }

  private void cancel(long nowNs, CancelJob cancel, Effects out) {
    var job = jobs.find(cancel.job());
    if (job != null) {
      job.cancel();
      proceed(nowNs, job, job.stage(0), out);
    }
  }

  private void doneRecorded(DoneRecorded recorded, Effects out) {
    var job = jobs.find(recorded.job());
    if (job != null) {
      recording.recorded(job, recorded.batch(), out);
    }
  }

  /** The master has an end on record; if it is not ours, the job ended without us. */
  private void endRecorded(long nowNs, EndRecorded recorded, Effects out) {
    recording.acknowledge(ended.recorded(recorded.job()), out);
    cancel(nowNs, new CancelJob(recorded.job()), out);
  }

  /** After anything that may have changed what the job needs in this stage. */
  private void proceed(long nowNs, JobManager job, StagePlan stage, Effects out) {
    if (!job.closing()) {
      adjust(nowNs, job, stage, out);
      if (job.progressDue(nowNs, timing.progressEveryNs())) {
        out.send(job.client(), new ClientEvent.Progress(job.job(), job.stageReports()));
      }
      return;
    }
    if (job.justClosed()) {
      reservations.endAll(nowNs, job, out);
    }
    if (job.over()) {
      jobs.remove(job.job());
      var report = job.report(nowNs);
      ended.add(report, job.receipts.rest());
      out.send(master, new MasterEvent.JobEnded(self, life, report));
    }
  }

  private void adjust(long nowNs, JobManager job, StagePlan stage, Effects out) {
    if (stage.complete() || job.stagesDepend()) {
      adjust(nowNs, job, out);
    } else {
      adjustStage(nowNs, job, stage, out);
    }
  }

  private void adjust(long nowNs, JobManager job, Effects out) {
    for (int index = 0; index < job.stageCount(); index++) {
      adjustStage(nowNs, job, job.stage(index), out);
    }
  }

  private void adjustStage(long nowNs, JobManager job, StagePlan stage, Effects out) {
    if (policy.approach() == Approach.RESERVE) {
      reservations.adjust(nowNs, job, stage, out);
    } else {
      rounds.place(nowNs, job, stage, out);
    }
  }

  private void see(long nowNs, CellView view, Effects out) {
    if (view.version() > reservations.view().version()) {
      reservations.see(new View(view.version(), view.machines()));
      takeOver(nowNs, out);
      adjustAll(nowNs, out);
    }
  }

  /** Beats, or looks after a job some of whose tasks have run out of patience. */
  private void wake(long nowNs, Wake wake, Effects out) {
    if (wake.token() == BEAT) {
      beat(nowNs, out);
      return;
    }
    var job = jobs.find(wake.token() - PreferredReservations.FIRST_PATIENCE);
    if (job != null && !job.closing()) {
      adjust(nowNs, job, out);
    }
  }

  private void beat(long nowNs, Effects out) {
    for (var report : ended.unrecorded()) {
      out.send(master, new MasterEvent.JobEnded(self, life, report));
    }
    for (var job : jobs.values()) {
      recording.send(job, out);
    }
    if (!takeover.isOver()) {
      takeover.ask(out);
      takeover.count(out);
      resume(nowNs, out);
    }
    lose(nowNs, reservations.confirm(nowNs, out), out);
    rounds.beat(nowNs, out);
    adjustAll(nowNs, out);
    askForView(out);
    out.wake(nowNs + timing.beatNs(), BEAT);
  }

  private void adjustAll(long nowNs, Effects out) {
    for (var job : jobs.values()) {
      adjust(nowNs, job, out);
    }
  }

  private void askForView(Effects out) {
    out.send(master, new MasterEvent.ViewWanted(self, reservations.view().version()));
  }
}
