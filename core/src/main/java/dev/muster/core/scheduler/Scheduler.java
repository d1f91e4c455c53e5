package dev.muster.core.scheduler;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.event.OutputStored;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.event.Wake;
import dev.muster.core.scheduler.place.Policy;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.JobSpec;
import java.util.List;

/**
 * Runs the jobs that it was handed: keeps reservations out for what waits, gives a task to each
 * reservation whose turn has come, and records how attempts end.
 *
 * <p>It knows of no other scheduler. What it was told but not yet acted on survives lost messages
 * because every reservation that has been silent for long is asked about. What it knew when it died
 * its next epoch learns anew ({@link Takeover}): from the master, which has on record what is done,
 * and from the nodes, which keep a result until it is.
 */
public final class Scheduler implements Actor<SchedulerEvent> {

  private final int index;
  private final int epoch;
  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Policy policy;
  private final Thinking thinking;
  private final Reservations reservations;
  private final ReservationTable table;
  private final Rounds rounds;
  private final Committer committer;
  private final Placements placements;
  private final LateBinding lateBinding;
  private final LongMap<JobManager> jobs = new LongMap<>();
  private final EndedJobs ended = new EndedJobs();
  private final Recording recording;
  private final Takeover takeover;

  /** One that commits as usual for jobs that share the state of the cell. */
  public Scheduler(
      int index,
      int epoch,
      Address<MasterEvent> master,
      Timing timing,
      Policy policy,
      Thinking thinking) {
    this(
        index,
        epoch,
        master,
        timing,
        policy,
        thinking,
        CommitConfig.standard(),
        Chance.of(0, SchedulerEvent.at(index)));
  }

  /**
   * @param epoch counts the schedulers that have had this index, from 1
   * @param policy of all jobs but those that share the state of the cell
   * @param chance for these
   */
  public Scheduler(
      int index,
      int epoch,
      Address<MasterEvent> master,
      Timing timing,
      Policy policy,
      Thinking thinking,
      CommitConfig commit,
      Chance chance) {
    this.index = index;
    this.epoch = epoch;
    this.self = SchedulerEvent.at(index);
    this.master = master;
    this.timing = timing;
    this.policy = policy;
    this.thinking = thinking;
    this.reservations = new Reservations(index, epoch, timing, policy);
    this.table = reservations.table;
    this.rounds = new Rounds(self, timing, policy, reservations);
    this.committer =
        new Committer(self, epoch, master, timing, thinking, commit, reservations, chance);
    this.placements = new Placements(policy, reservations, rounds, committer);
    this.lateBinding = new LateBinding(policy, reservations, placements);
    this.recording = new Recording(self, master);
    this.takeover = new Takeover(self, master, timing, epoch, reservations, jobs);
  }

  @Override
  public void start(long nowNs, Effects out) {
    takeover.ask(out);
    out.wake(timing.firstBeatNs(nowNs, index), SchedulerTimer.BEAT);
  }

  @Override
  public void on(long nowNs, SchedulerEvent event, Effects out) {
    switch (event) {
      case JobsInherited inherited -> inherit(nowNs, inherited, out);
      case AssignJob plan -> plan(nowNs, plan, out);
      case NodeProbed probed -> rounds.probed(nowNs, probed, out);
      case GetTask wanted -> lateBinding.wanted(nowNs, wanted, out);
      case NodeBusy taken -> lateBinding.taken(nowNs, taken, out);
      case TaskFinished finished -> finished(nowNs, finished, out);
      case ReservationReturned returned -> returned(nowNs, returned, out);
      case TaskPromoted _ -> {} // nothing here asks for it yet
      case ReservationsConfirmed confirmed ->
          lose(nowNs, reservations.confirmed(nowNs, confirmed), out);
      case AttemptsListed counted -> count(nowNs, counted, out);
      case TasksRecorded recorded -> doneRecorded(recorded, out);
      case StopJob cancel -> cancel(nowNs, cancel, out);
      case JobEndRecorded recorded -> endRecorded(nowNs, recorded, out);
      case MachineList view -> see(nowNs, view, out);
      case CellDelta told -> committer.told(nowNs, told, out);
      case TransactionDecided judged -> committer.judged(nowNs, judged, out);
      case ClaimsPreempted preempted -> committer.preempted(nowNs, preempted, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  private void plan(long nowNs, AssignJob plan, Effects out) {
    if (plan.epoch() != epoch) {
      return; // it was for one that died
    }
    out.send(master, new MasterEvent.JobTaken(plan.job(), epoch));
    if (jobs.find(plan.job()) != null || ended.knows(plan.job())) {
      return;
    }
    out.publish(new Notice.JobStarted(plan.job(), plan.spec()));
    var job = new JobManager(plan, policyOf(plan.spec()));
    if (!job.commits()) {
      out.busy(thinking.ns(plan.spec(), plan.spec().tasks()));
    }
    jobs.put(plan.job(), job);
    if (reservations.view().size() == 0) {
      askForView(out);
    }
    if (job.uncounted()) {
      takeOver(nowNs, out);
    } else {
      placements.adjust(nowNs, job, out);
    }
  }

  private String policyOf(JobSpec spec) {
    return spec.commits() ? spec.commitPolicy() : policy.name();
  }

  private void inherit(long nowNs, JobsInherited inherited, Effects out) {
    if (!takeover.isOver() && takeover.hear(inherited)) {
      committer.inherit(inherited.claims());
      if (inherited.view() > reservations.view().version()) {
        askForView(out);
      }
    }
    takeOver(nowNs, out);
  }

  private void takeOver(long nowNs, Effects out) {
    takeover.proceed(out);
    resume(nowNs, out);
  }

  private void count(long nowNs, AttemptsListed counted, Effects out) {
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
    committer.counted();
    for (var job : jobs.values()) {
      if (job.uncounted()) {
        job.counted();
        placements.adjust(nowNs, job, out);
        if (job.closing()) {
          reservations.endAll(nowNs, job, out);
          proceed(nowNs, job, job.stage(0), out);
        }
      }
    }
  }

  private void finished(long nowNs, TaskFinished finished, Effects out) {
    var job = jobs.find(finished.job());
    if (job == null) {
      finishedOutside(finished, out);
      return;
    }
    boolean counts = record(nowNs, job, finished, out);
    recording.heard(job, finished, counts, out);
    proceed(nowNs, job, job.stage(finished.stage()), out);
    committer.freed(nowNs, out);
  }

  /** A result of a job that has ended, or that has yet to be taken over. */
  private void finishedOutside(TaskFinished finished, Effects out) {
    long job = finished.job();
    if (!ended.awaitsRecord(job) && takeover.hasEnded(job)) {
      recording.acknowledge(finished, false, out);
    }
  }

  private boolean record(long nowNs, JobManager job, TaskFinished finished, Effects out) {
    var stage = job.stage(finished.stage());
    int slot = table.find(finished.reservation());
    if (slot != ReservationTable.NONE) {
      stage.took(finished.result(), nowNs - table.boundNs(slot));
      table.remove(slot);
      out.publish(OutputStored.of(finished));
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
      out.publish(OutputStored.of(finished));
      stage.used(finished.result().usage());
    }
    return first;
  }

  /** What comes back is tried elsewhere at the next beat, not at once: the cell is full. */
  private void returned(long nowNs, ReservationReturned returned, Effects out) {
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

  private void cancel(long nowNs, StopJob cancel, Effects out) {
    var job = jobs.find(cancel.job());
    if (job != null) {
      job.cancel();
      proceed(nowNs, job, job.stage(0), out);
    }
  }

  private void doneRecorded(TasksRecorded recorded, Effects out) {
    var job = jobs.find(recorded.job());
    if (job != null) {
      recording.recorded(job, recorded.batch(), out);
    }
  }

  /** The master has an end on record; if it is not ours, the job ended without us. */
  private void endRecorded(long nowNs, JobEndRecorded recorded, Effects out) {
    recording.acknowledge(ended.recorded(recorded.job()), out);
    cancel(nowNs, new StopJob(recorded.job()), out);
  }

  /** After anything that may have changed what the job needs in this stage. */
  private void proceed(long nowNs, JobManager job, StagePlan stage, Effects out) {
    if (!job.closing()) {
      placements.adjust(nowNs, job, stage, out);
      if (job.progressDue(nowNs, timing.progressEveryNs())) {
        out.send(job.client(), new ClientEvent.JobProgress(job.job(), job.stageReports()));
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
      out.send(master, new MasterEvent.JobFinished(self, epoch, report));
    }
  }

  private void see(long nowNs, MachineList view, Effects out) {
    if (view.version() > reservations.view().version()) {
      reservations.see(new View(view.version(), view.machines()));
      takeOver(nowNs, out);
      adjustAll(nowNs, out);
    }
  }

  /** Beats, or looks after stages that found no room or tasks that have run out of patience. */
  private void wake(long nowNs, Wake wake, Effects out) {
    switch ((SchedulerTimer) wake.timer()) {
      case BEAT -> beat(nowNs, out);
      case PATIENCE -> adjustAll(nowNs, out);
      case RETRY_PLACEMENT -> committer.retry(nowNs, out);
      case REFRESH_REPLICA -> committer.refresh(nowNs, out);
    }
  }

  private void beat(long nowNs, Effects out) {
    for (var report : ended.unrecorded()) {
      out.send(master, new MasterEvent.JobFinished(self, epoch, report));
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
    placements.beat(nowNs, out);
    adjustAll(nowNs, out);
    askForView(out);
    out.wake(nowNs + timing.beatNs(), SchedulerTimer.BEAT);
  }

  private void adjustAll(long nowNs, Effects out) {
    for (var job : jobs.values()) {
      placements.adjust(nowNs, job, out);
    }
  }

  private void askForView(Effects out) {
    out.send(master, new MasterEvent.GetMachines(self, reservations.view().version()));
  }
}
