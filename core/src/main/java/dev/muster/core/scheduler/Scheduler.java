package dev.muster.core.scheduler;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.SharesChanged;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.event.Wake;
import dev.muster.core.scheduler.budget.TokenSize;
import dev.muster.core.scheduler.estimate.History;
import dev.muster.core.scheduler.job.JobLifecycles;
import dev.muster.core.scheduler.job.JobManager;
import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.model.Admission;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the jobs that the master assigned to it: has waiting tasks placed by the placer of their
 * policy, and records how attempts end.
 *
 * <p>A scheduler knows of no other. What it knew when it died its next epoch learns anew ({@link
 * Takeover}): from the master, which has on record what is done, and from the nodes, which keep a
 * result until it is. Lost messages do no harm, because nodes are asked to confirm what they have
 * not mentioned for long; whether a node is dead, and all lost with it, the master says alone
 * ({@link Membership}).
 */
public final class Scheduler implements Actor<SchedulerEvent> {

  private final int index;
  private final TokenSize tokenSize;
  private final PlacerContext context;
  private final CellNodes nodes = new CellNodes();
  private final HeldTable held;
  private final Attempts attempts;
  private final WatchedAttempts watched;
  private final Placers placers;
  private final JobLifecycles lifecycles = new JobLifecycles();
  private final History history = new History();
  private final AssignedJobs jobs;
  private final Recording recording;
  private final Resizing resizing;
  private final JobShares shares;
  private final Takeover takeover;
  private final Outcomes outcomes;
  private final Membership membership;

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
    this(index, epoch, master, timing, thinking, policies, TokenSize.STANDARD);
  }

  /** One whose tokens have a size of their own; the same for all schedulers of a cell. */
  public Scheduler(
      int index,
      int epoch,
      Address<MasterEvent> master,
      Timing timing,
      Thinking thinking,
      Placers.Factory policies,
      TokenSize tokenSize) {
    var self = SchedulerEvent.at(index);
    this.index = index;
    this.tokenSize = tokenSize;
    this.held = new HeldTable(index, epoch);
    this.context = new PlacerContext(self, epoch, master, timing, thinking, held, nodes);
    this.attempts = new Attempts(context);
    this.watched = new WatchedAttempts(context);
    this.placers = new Placers(policies.make(context));
    this.jobs = new AssignedJobs(context);
    this.recording = new Recording(context, jobs);
    var lostOutputs = new LostOutputs(context, jobs, recording);
    this.shares = new JobShares(context, jobs);
    this.resizing = new Resizing(context, jobs, lostOutputs);
    this.takeover = new Takeover(context, jobs, attempts, placers, lostOutputs);
    this.outcomes = new Outcomes(context, attempts, jobs, recording, lostOutputs);
    var dead = new DeadNodes(attempts, outcomes, takeover, lostOutputs);
    this.membership = new Membership(context, dead, takeover, jobs);
  }

  @Override
  public void start(long nowNs, Effects out) {
    takeover.ask(out);
    out.wake(context.timing().firstBeatNs(nowNs, index), SchedulerTimer.BEAT);
  }

  @Override
  public void on(long nowNs, SchedulerEvent event, Effects out) {
    switch (event) {
      case JobsInherited inherited -> takeover.received(nowNs, inherited, out);
      case AssignJob assigned -> assign(nowNs, assigned, out);
      case PlacementEvent placement -> placers.on(nowNs, placement, out);
      case GetTask question -> askedForTask(nowNs, question, out);
      case TaskFinished finished -> finished(nowNs, finished, out);
      case ReservationReturned returned -> outcomes.returned(nowNs, returned, out);
      case TaskPromoted promoted -> outcomes.promoted(nowNs, promoted, out);
      case ReservationsConfirmed confirmed ->
          outcomes.lose(nowNs, attempts.confirmed(nowNs, confirmed), out);
      case AttemptsReported reported -> watched.reported(nowNs, reported, out);
      case AttemptsListed listed -> takeover.received(nowNs, listed, out);
      case TasksRecorded recorded -> recording.recorded(recorded, out);
      case StopJob stop -> jobs.stop(nowNs, stop.job(), out);
      case SharesChanged changed -> shares.changed(nowNs, changed, out);
      case HoldStage hold -> resizing.hold(hold, out);
      case StageSizeRecorded recorded -> resizing.recorded(nowNs, recorded, out);
      case ExplainTask question -> explain(nowNs, question, out);
      case JobEndRecorded recorded -> endRecorded(nowNs, recorded, out);
      case MachineList machines -> membership.received(nowNs, machines, out);
      case MachinesChanged changes -> membership.received(nowNs, changes, out);
      case NodesAvoided avoided -> membership.received(nowNs, avoided, out);
      case ClaimsPreempted preempted -> attempts.preempt(nowNs, preempted, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  // Jobs come.

  private void assign(long nowNs, AssignJob assigned, Effects out) {
    if (assigned.epoch() != context.epoch()) {
      return; // for an epoch that is over
    }
    out.send(context.master(), new MasterEvent.JobTaken(assigned.job(), context.epoch()));
    if (jobs.knows(assigned.job())) {
      return;
    }
    var policies = placers.policies(assigned.spec(), nodes);
    var job = new JobManager(assigned, policies, context, history, tokenSize, lifecycles);
    thinkAbout(job, out);
    jobs.add(job);
    out.publish(new Notice.JobStarted(assigned.job(), assigned.spec()));
    if (nodes.view().size() == 0) {
      membership.ask(out);
    }
    job.begin(out);
    if (job.isCounting()) {
      takeover.added(nowNs, job.job(), out);
    } else {
      job.graph().adjustOpen(nowNs, out);
    }
  }

  /** Stages whose tasks are claimed are thought about when they are. */
  private void thinkAbout(JobManager job, Effects out) {
    long queued = job.tasksOf(Admission.QUEUED);
    if (queued > 0) {
      out.busy(context.thinking().ns(job.spec(), queued));
    }
  }

  // Attempts.

  /** A node holds resources for a reservation: give it a task, or let it go. */
  private void askedForTask(long nowNs, GetTask question, Effects out) {
    switch (held.find(question.reservation(), question.node())) {
      case Reservation reservation -> {
        var stage = Stage.of(reservation);
        stage.stagePlacer().askedForTask(nowNs, reservation, question, out);
        stage.manager().graph().adjust(nowNs, stage, out);
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
    if (ReservationId.isNewer(finished.reservation(), context.epoch())) {
      return; // this epoch is over: only the next one may let the node forget the result
    }
    var job = jobs.find(finished.job());
    if (job != null) {
      outcomes.finished(nowNs, job, finished, out);
      placers.freed(nowNs, out);
    } else if (!jobs.ended.awaitsRecord(finished.job()) && takeover.hasEnded(finished.job())) {
      recording.acknowledge(finished, false, out); // its job is neither here nor to come
    }
  }

  // Jobs end, and are asked about.

  /** If the end is not ours, the job ended without us. */
  private void endRecorded(long nowNs, JobEndRecorded recorded, Effects out) {
    recording.recorded(recorded, out);
    jobs.stop(nowNs, recorded.job(), out);
  }

  /** Unknown jobs, stages and tasks are ignored: the job may have ended meanwhile. */
  private void explain(long nowNs, ExplainTask question, Effects out) {
    var job = jobs.find(question.job());
    if (job != null && job.has(question.stage(), question.index())) {
      var why = job.reasons().explain(nowNs, job.stage(question.stage()), question.index());
      out.publish(
          new Notice.TaskExplained(question.job(), question.stage(), question.index(), why));
    }
  }

  // Time.

  private void wake(long nowNs, Wake wake, Effects out) {
    if (wake.timer() == SchedulerTimer.BEAT) {
      beat(nowNs, out);
    } else {
      placers.wake(nowNs, wake.timer(), out);
    }
  }

  private void beat(long nowNs, Effects out) {
    jobs.sendEnded(out);
    for (var job : jobs.all()) {
      recording.send(job, out);
      resizing.sendHeld(job, out);
    }
    takeover.beat(nowNs, out);
    var nowhere = outcomes.loseWithNode(nowNs, attempts.confirm(nowNs, out), out);
    outcomes.proceed(nowNs, nowhere, out);
    placers.beat(nowNs, out);
    jobs.adjustAll(nowNs, out);
    membership.ask(out);
    out.wake(nowNs + context.timing().beatNs(), SchedulerTimer.BEAT);
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    List<Lifecycle<?>> all = new ArrayList<>(held.lifecycles());
    all.addAll(List.of(lifecycles.jobs(), lifecycles.stages(), lifecycles.tasks()));
    all.add(takeover.lifecycle());
    all.add(nodes.blamed().lifecycle());
    all.addAll(placers.lifecycles());
    return all;
  }
}
