package dev.muster.core.scheduler;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.event.Wake;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.Held;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.ReservationState;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Admission;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the jobs that the master assigned to it: has waiting tasks placed by the placer of their
 * policy, and records how attempts end.
 *
 * <p>A scheduler knows of no other. What it knew when it died its next epoch learns anew ({@link
 * Takeover}): from the master, which has on record what is done, and from the nodes, which keep a
 * result until it is. Lost messages do no harm, because everything that has been silent for long is
 * asked about.
 */
public final class Scheduler implements Actor<SchedulerEvent> {

  private final int index;
  private final int epoch;
  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Thinking thinking;
  private final CellNodes nodes = new CellNodes();
  private final HeldTable held;
  private final Attempts attempts;
  private final Placers placers;
  private final JobLifecycles lifecycles = new JobLifecycles();
  private final History history = new History();
  private final LongMap<JobManager> jobs = new LongMap<>();
  private final EndedJobs ended = new EndedJobs();
  private final Recording recording;
  private final Takeover takeover;

  /**
   * @param epoch counts the schedulers that have had this index, from 1
   * @param policies makes the placers of its jobs
   */
  public Scheduler(
      int index,
      int epoch,
      Address<MasterEvent> master,
      Timing timing,
      Thinking thinking,
      Placers.Factory policies) {
    this.index = index;
    this.epoch = epoch;
    this.self = SchedulerEvent.at(index);
    this.master = master;
    this.timing = timing;
    this.thinking = thinking;
    this.held = new HeldTable(index, epoch);
    this.attempts = new Attempts(self, timing, held, nodes);
    this.placers =
        new Placers(
            policies.make(new PlacerContext(self, epoch, master, timing, thinking, held, nodes)));
    this.recording = new Recording(self, master);
    this.takeover = new Takeover(self, master, timing, epoch, nodes, jobs, attempts);
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
      case AssignJob assigned -> assign(nowNs, assigned, out);
      case PlacementEvent placement -> placers.on(nowNs, placement, out);
      case GetTask question -> askedForTask(nowNs, question, out);
      case TaskFinished finished -> finished(nowNs, finished, out);
      case ReservationReturned returned -> returned(nowNs, returned, out);
      case TaskPromoted _ -> {} // nothing asks for it yet
      case ReservationsConfirmed confirmed ->
          lose(nowNs, attempts.confirmed(nowNs, confirmed), out);
      case AttemptsListed listed -> count(nowNs, listed, out);
      case TasksRecorded recorded -> recorded(recorded, out);
      case StopJob stop -> stop(nowNs, stop, out);
      case HoldStage hold -> hold(hold, out);
      case StageSizeRecorded recorded -> resize(nowNs, recorded, out);
      case ExplainTask question -> explain(nowNs, question, out);
      case JobEndRecorded recorded -> endRecorded(nowNs, recorded, out);
      case MachineList machines -> see(nowNs, machines, out);
      case ClaimsPreempted preempted -> preempted(nowNs, preempted, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  // Jobs come.

  private void assign(long nowNs, AssignJob assigned, Effects out) {
    if (assigned.epoch() != epoch) {
      return; // for an epoch that is over
    }
    out.send(master, new MasterEvent.JobTaken(assigned.job(), epoch));
    if (jobs.find(assigned.job()) != null || ended.knows(assigned.job())) {
      return;
    }
    var job = new JobManager(assigned, placers, held, history, lifecycles);
    thinkAbout(job, out);
    jobs.put(assigned.job(), job);
    out.publish(new Notice.JobStarted(assigned.job(), assigned.spec()));
    if (nodes.view().size() == 0) {
      askForMachines(out);
    }
    job.begin(out);
    if (job.isCounting()) {
      takeOver(nowNs, out);
    } else {
      job.adjust(nowNs, out);
    }
  }

  /** Stages whose tasks are claimed are thought about when they are. */
  private void thinkAbout(JobManager job, Effects out) {
    long queued = job.tasksOf(Admission.QUEUED);
    if (queued > 0) {
      out.busy(thinking.ns(job.spec(), queued));
    }
  }

  private void inherit(long nowNs, JobsInherited inherited, Effects out) {
    if (!takeover.isOver() && takeover.received(inherited)) {
      placers.inherit(inherited.claims());
      if (inherited.view() > nodes.view().version()) {
        askForMachines(out);
      }
    }
    takeOver(nowNs, out);
  }

  private void takeOver(long nowNs, Effects out) {
    takeover.proceed(out);
    resume(nowNs, out);
  }

  private void count(long nowNs, AttemptsListed listed, Effects out) {
    if (!takeover.isOver()) {
      takeover.received(nowNs, listed, out);
      resume(nowNs, out);
    }
  }

  /** Goes on with the jobs that were taken over, once all attempts that nodes hold are known. */
  private void resume(long nowNs, Effects out) {
    if (!takeover.isOver()) {
      return;
    }
    placers.settle();
    for (var job : jobs.values()) {
      if (job.isCounting()) {
        job.counted();
        proceed(nowNs, job, out);
      }
    }
  }

  // Attempts.

  /** A node holds resources for a reservation: give it a task, or let it go. */
  private void askedForTask(long nowNs, GetTask question, Effects out) {
    switch (held.find(question.reservation())) {
      case Reservation reservation -> {
        var stage = Stage.of(reservation);
        stage.placement().askedForTask(nowNs, reservation, question, out);
        stage.manager().adjust(nowNs, stage, out);
      }
      case Attempt attempt when attempt.state() != AttemptState.ENDING ->
          out.send(
              NodeEvent.at(question.node()),
              new NodeEvent.LaunchTask(
                  attempt.id(), question.request(), attempt.stage().work(attempt)));
      case null, default ->
          out.send(
              NodeEvent.at(question.node()),
              new NodeEvent.NoTask(question.reservation(), question.request()));
    }
  }

  private void finished(long nowNs, TaskFinished finished, Effects out) {
    if (ReservationId.isNewer(finished.reservation(), epoch)) {
      return; // this epoch is over: only the next one may let the node forget the result
    }
    var job = jobs.find(finished.job());
    if (job == null) {
      finishedOutside(finished, out);
      return;
    }
    var stage = job.stage(finished.stage());
    stage.reach(finished.index());
    boolean counts = record(nowNs, job, stage, finished, out);
    recording.received(job, finished, counts, out);
    proceed(nowNs, job, stage, out);
    placers.freed(nowNs, out);
  }

  /** A result of a job that has ended, or that has yet to be taken over. */
  private void finishedOutside(TaskFinished finished, Effects out) {
    long job = finished.job();
    if (!ended.awaitsRecord(job) && takeover.hasEnded(job)) {
      recording.acknowledge(finished, false, out);
    }
  }

  private boolean record(
      long nowNs, JobManager job, Stage stage, TaskFinished finished, Effects out) {
    var result = finished.result();
    var attempt = held.find(finished.reservation()) instanceof Attempt known ? known : null;
    if (attempt == null && !result.succeeded()) {
      return false; // heard before, or given up as lost: costs the task nothing
    }
    if (attempt != null) {
      stage.took(result, nowNs - attempt.placedNs());
      stage.end(attempt);
    }
    // One that was given up as lost and is done after all counts too.
    boolean counts = job.record(stage, finished.index(), result, out);
    if (attempt != null || counts) {
      stage.used(result.usage());
      out.publish(OutputStored.of(finished));
    }
    if (counts && result.succeeded()) {
      attempts.endAll(nowNs, stage, finished.index(), out);
    }
    return counts;
  }

  /** What comes back is tried elsewhere at the next beat, not at once: the cell is full. */
  private void returned(long nowNs, ReservationReturned returned, Effects out) {
    switch (held.find(returned.reservation())) {
      case Reservation reservation ->
          reservation.stage().placement().over(reservation, ReservationState.ENDED);
      case Attempt attempt -> {
        var stage = Stage.of(attempt);
        stage.end(attempt);
        stage.gaveWay(attempt.task());
        if (!stage.manager().isRunning()) {
          proceed(nowNs, stage.manager(), stage, out);
        }
      }
      case null -> {} // heard before
    }
  }

  private void lose(long nowNs, List<Held> lost, Effects out) {
    for (var one : lost) {
      var stage = Stage.of(one);
      switch (one) {
        case Reservation reservation when reservation.state() == ReservationState.QUEUED ->
            stage.placement().over(reservation, ReservationState.LOST);
        case Attempt attempt when attempt.state() != AttemptState.ENDED -> {
          stage.end(attempt);
          stage.manager().lost(stage, attempt.task());
        }
        default -> {
          continue; // over meanwhile
        }
      }
      proceed(nowNs, stage.manager(), stage, out);
    }
  }

  /** Claims had to go for more important ones, and so must their attempts. */
  private void preempted(long nowNs, ClaimsPreempted preempted, Effects out) {
    for (long claim : preempted.claims()) {
      if (held.find(claim) instanceof Attempt attempt) {
        attempts.end(nowNs, attempt, out);
      }
    }
  }

  // Stages change their size.

  /** While it is not known what older epochs have started, the client has to ask again. */
  private void hold(HoldStage hold, Effects out) {
    var job = jobs.find(hold.job());
    if (job == null || job.isCounting() || !job.resizing.isNext(hold)) {
      return;
    }
    var stage = job.stage(hold.stage());
    if (job.isClosing()) {
      refuse(hold, "`job`: is ending", out);
    } else if (job.hasEnded(stage)) {
      refuse(hold, "`stage`: `" + stage.spec().name() + "` has ended", out);
    } else {
      job.resizing.hold(hold);
      sendHeld(job, out);
    }
  }

  private void refuse(HoldStage hold, String why, Effects out) {
    out.send(master, new MasterEvent.HoldRefused(self, epoch, hold.job(), hold.revision(), why));
  }

  private void sendHeld(JobManager job, Effects out) {
    var held = job.resizing.held();
    if (held != null) {
      out.send(
          master,
          new MasterEvent.StageHeld(
              self, epoch, held.job(), held.revision(), held.stage(), held.tasks()));
    }
  }

  private void resize(long nowNs, StageSizeRecorded recorded, Effects out) {
    var job = jobs.find(recorded.job());
    var held = job == null ? null : job.resizing.release(recorded);
    if (job == null || held == null || job.isClosing()) {
      return; // heard before, or the job ends without it
    }
    var stage = job.stage(held.stage());
    int added = held.tasks() - stage.tasks.size();
    if (added > 0 && stage.demand().admission() == Admission.QUEUED) {
      out.busy(thinking.ns(job.spec(), added));
    }
    job.resize(nowNs, stage, held.tasks(), attempts, out);
    proceed(nowNs, job, stage, out);
  }

  // Jobs end.

  /** After anything that may have changed what the job needs in this stage. */
  private void proceed(long nowNs, JobManager job, Stage stage, Effects out) {
    if (closes(nowNs, job, out)) {
      return;
    }
    job.adjust(nowNs, stage, out);
    if (job.progressDue(nowNs, timing.progressEveryNs())) {
      out.send(job.client(), new ClientEvent.JobProgress(job.job(), job.stageReports()));
    }
  }

  private void proceed(long nowNs, JobManager job, Effects out) {
    if (!closes(nowNs, job, out)) {
      job.adjust(nowNs, out);
    }
  }

  /** Whether the end of the job is decided; if so its attempts end, and then the job is over. */
  private boolean closes(long nowNs, JobManager job, Effects out) {
    if (job.beginsToClose()) {
      job.endAttempts(attempts, nowNs, out);
    }
    if (job.isOver()) {
      jobs.remove(job.job());
      var report = job.report(nowNs);
      ended.add(report, job.receipts.rest());
      out.send(master, new MasterEvent.JobFinished(self, epoch, report));
      return true;
    }
    return job.isClosing();
  }

  private void stop(long nowNs, StopJob stop, Effects out) {
    var job = jobs.find(stop.job());
    if (job != null) {
      job.cancel();
      closes(nowNs, job, out);
    }
  }

  private void recorded(TasksRecorded recorded, Effects out) {
    var job = jobs.find(recorded.job());
    if (job != null) {
      recording.recorded(job, recorded.batch(), out);
    }
  }

  /** The master has an end on record; if it is not ours, the job ended without us. */
  private void endRecorded(long nowNs, JobEndRecorded recorded, Effects out) {
    recording.acknowledge(ended.recorded(recorded.job()), out);
    stop(nowNs, new StopJob(recorded.job()), out);
  }

  /** Unknown jobs, stages and tasks are ignored: the job may have ended meanwhile. */
  private void explain(long nowNs, ExplainTask question, Effects out) {
    var job = jobs.find(question.job());
    if (job != null && job.has(question.stage(), question.index())) {
      job.keepReasons();
      var why = job.stage(question.stage()).explain(nowNs, question.index());
      out.publish(
          new Notice.TaskExplained(question.job(), question.stage(), question.index(), why));
    }
  }

  // The cell, and time.

  private void see(long nowNs, MachineList machines, Effects out) {
    if (machines.version() > nodes.view().version()) {
      nodes.see(new View(machines.version(), machines.machines()));
      takeOver(nowNs, out);
      adjustAll(nowNs, out);
    }
  }

  private void askForMachines(Effects out) {
    out.send(master, new MasterEvent.GetMachines(self, nodes.view().version()));
  }

  private void wake(long nowNs, Wake wake, Effects out) {
    if (wake.timer() == SchedulerTimer.BEAT) {
      beat(nowNs, out);
    } else {
      placers.wake(nowNs, wake.timer(), out);
    }
  }

  private void beat(long nowNs, Effects out) {
    for (var report : ended.unrecorded()) {
      out.send(master, new MasterEvent.JobFinished(self, epoch, report));
    }
    for (var job : jobs.values()) {
      recording.send(job, out);
      sendHeld(job, out);
    }
    if (!takeover.isOver()) {
      takeover.ask(out);
      takeover.count(out);
      resume(nowNs, out);
    }
    lose(nowNs, attempts.confirm(nowNs, out), out);
    placers.beat(nowNs, out);
    adjustAll(nowNs, out);
    askForMachines(out);
    out.wake(nowNs + timing.beatNs(), SchedulerTimer.BEAT);
  }

  private void adjustAll(long nowNs, Effects out) {
    for (var job : jobs.values()) {
      job.adjust(nowNs, out);
    }
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    List<Lifecycle<?>> all = new ArrayList<>(held.lifecycles());
    all.addAll(List.of(lifecycles.jobs(), lifecycles.stages(), lifecycles.tasks()));
    all.addAll(placers.lifecycles());
    return all;
  }
}
