package dev.muster.sim.swarm;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.RefineEstimates;
import dev.muster.core.event.NodeEvent.Refined;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.event.Wake;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives nodes beside the schedulers, to reach what no policy asks of them yet: both tiers, both
 * admissions and both bindings, promotion, preemption, limits, and what operators do.
 *
 * <p>It speaks the protocol of a scheduler: what goes unanswered is asked again, and an attempt is
 * over only when its node has said so. So what nodes and master promise can be held against them.
 */
final class SwarmFramework implements Actor<SchedulerEvent> {

  /** The only timer. */
  enum SwarmTimer implements Timer {
    BEAT
  }

  /** The jobs that the tasks are of. */
  record FrameworkJobs(long first, List<JobSpec> specs) {

    Work work(long job, int task, int attempt) {
      return Work.of(job, specs.get((int) (job - first)), 0, task, attempt);
    }

    StageSpec stage(long job) {
      return specs.get((int) (job - first)).stages().getFirst();
    }
  }

  /** After so many attempts that came to nothing, whoever wanted a task gives up on it. */
  static final int MAX_VAIN = 25;

  private static final long MS = 1_000_000;
  private static final long BEAT_NS = 500 * MS;
  private static final long PATIENCE_NS = 2_000 * MS;

  private final Address<SchedulerEvent> self;
  private final FrameworkJobs jobs;
  private final List<SwarmTask> tasks;
  private final SwarmClaims claims;
  private final SwarmOperator operator;

  SwarmFramework(
      int index,
      Address<MasterEvent> master,
      FrameworkJobs jobs,
      List<SwarmTask> tasks,
      SwarmOperator operator) {
    this.self = SchedulerEvent.at(index);
    this.jobs = jobs;
    this.tasks = tasks;
    this.claims = new SwarmClaims(self, master, operator);
    this.operator = operator;
  }

  @Override
  public void start(long nowNs, Effects out) {
    out.wake(nowNs + BEAT_NS, SwarmTimer.BEAT);
  }

  @Override
  public void on(long nowNs, SchedulerEvent event, Effects out) {
    switch (event) {
      case Wake _ -> beat(nowNs, out);
      case GetTask ask -> bind(nowNs, ask, out);
      case TaskFinished finished -> finished(nowNs, finished, out);
      case ReservationReturned returned -> over(nowNs, find(returned.reservation()));
      case ReservationsConfirmed answer -> confirmed(nowNs, answer, out);
      case TaskPromoted promoted -> promoted(promoted);
      case AttemptsReported reported -> reported(nowNs, reported);
      case TransactionDecided decided -> claims.decided(decided, each -> send(nowNs, each, out));
      case ClaimsPreempted preempted -> preempted.claims().forEach(id -> end(nowNs, find(id), out));
      case SchedulerEvent.JobsInherited _,
          SchedulerEvent.AssignJob _,
          SchedulerEvent.StopJob _,
          SchedulerEvent.HoldStage _,
          SchedulerEvent.StageSizeRecorded _,
          SchedulerEvent.SharesChanged _,
          SchedulerEvent.ExplainTask _,
          SchedulerEvent.TasksRecorded _,
          SchedulerEvent.JobEndRecorded _,
          SchedulerEvent.MachineList _,
          SchedulerEvent.MachinesChanged _,
          SchedulerEvent.NodesAvoided _,
          SchedulerEvent.NodeProbed _,
          SchedulerEvent.NodeBusy _,
          SchedulerEvent.CellDelta _,
          SchedulerEvent.LoadDelta _,
          SchedulerEvent.ContainersGranted _,
          SchedulerEvent.ContainersWithdrawn _,
          SchedulerEvent.ContainersAwaited _,
          SchedulerEvent.AttemptsListed _ -> {} // for schedulers that have jobs of the master's
    }
  }

  private void beat(long nowNs, Effects out) {
    operator.beat(nowNs, out);
    for (var task : tasks) {
      switch (task.state) {
        case WAITING -> begin(nowNs, task, out);
        case OUT -> lookAfter(nowNs, task, out);
        case ENDING -> repeatKill(nowNs, task, out);
        case CLAIMING, OVER -> {}
      }
    }
    claims.beat(nowNs, out);
    out.wake(nowNs + BEAT_NS, SwarmTimer.BEAT);
  }

  private void begin(long nowNs, SwarmTask task, Effects out) {
    if (nowNs < task.readyNs) {
      return;
    }
    if (task.vain > MAX_VAIN) {
      task.state = SwarmTask.TaskPhase.OVER;
      return;
    }
    task.attempt++;
    task.id = ReservationId.of(ReservationId.base(self.index(), 1), task.attempt, task.number);
    task.at = operator.isHealed(nowNs) ? operator.anyNode() : task.node;
    if (task.claims) {
      task.state = SwarmTask.TaskPhase.CLAIMING;
      claims.add(task);
    } else {
      send(nowNs, task, out);
    }
  }

  private void send(long nowNs, SwarmTask task, Effects out) {
    task.state = SwarmTask.TaskPhase.OUT;
    task.sentNs = nowNs;
    task.heardNs = nowNs;
    task.wantsPromotion = task.demand.isOpportunistic() && operator.promotes();
    var demand = operator.signed(nowNs, task.demand);
    var node = NodeEvent.at(task.at);
    switch (task.binding) {
      case EARLY -> out.send(node, new PlaceTask(self, task.id, demand, task.work(jobs)));
      case LATE -> out.send(node, new EnqueueReservation(self, task.id, demand));
    }
  }

  private void lookAfter(long nowNs, SwarmTask task, Effects out) {
    var node = NodeEvent.at(task.at);
    if (task.wantsPromotion) {
      out.send(node, new PromoteTask(self, task.id, "promotion"));
    }
    operator
        .learns()
        .ifPresent(
            ns -> out.send(node, new RefineEstimates(self, List.of(new Refined(task.id, ns)))));
    if (operator.changesItsMind(nowNs)) {
      end(nowNs, task, out);
    } else if (operator.changesItsMind(nowNs) && task.binding == SwarmTask.TaskBinding.LATE) {
      out.send(node, new WithdrawReservation(task.id));
    } else if (nowNs - task.heardNs >= PATIENCE_NS) {
      out.send(node, new ConfirmReservations(self, nowNs, List.of(task.id)));
    }
  }

  private void end(long nowNs, @Nullable SwarmTask task, Effects out) {
    if (task != null && task.state == SwarmTask.TaskPhase.OUT) {
      task.state = SwarmTask.TaskPhase.ENDING;
      task.sentNs = nowNs;
      kill(nowNs, task, out);
    }
  }

  private void repeatKill(long nowNs, SwarmTask task, Effects out) {
    if (nowNs - task.heardNs >= PATIENCE_NS) {
      kill(nowNs, task, out);
    }
  }

  private void kill(long nowNs, SwarmTask task, Effects out) {
    task.heardNs = nowNs;
    out.send(NodeEvent.at(task.at), new KillTask(self, nowNs, task.id));
  }

  private void bind(long nowNs, GetTask ask, Effects out) {
    var task = find(ask.reservation());
    var node = NodeEvent.at(ask.node());
    if (task != null && task.state == SwarmTask.TaskPhase.OUT) {
      task.heardNs = nowNs;
      out.send(node, new LaunchTask(ask.reservation(), ask.request(), task.work(jobs)));
    } else {
      out.send(node, new NoTask(ask.reservation(), ask.request()));
    }
  }

  private void finished(long nowNs, TaskFinished finished, Effects out) {
    var task = find(finished.reservation());
    boolean news = task != null;
    if (task != null) {
      var outcome = finished.result().outcome();
      over(nowNs, task);
      task.failures += outcome.costsAnAttempt() ? 1 : 0;
      boolean failed = task.failures > jobs.stage(task.demand.origin().job()).limits().retries();
      if (finished.result().succeeded() || failed) {
        task.state = SwarmTask.TaskPhase.OVER;
      }
    }
    out.send(NodeEvent.at(finished.node()), new AcknowledgeResult(finished.reservation(), news));
  }

  /** The attempt is over; the task is tried again. */
  private void over(long nowNs, @Nullable SwarmTask task) {
    if (task == null) {
      return;
    }
    if (task.claims) {
      claims.release(task.id);
    }
    task.vain++;
    task.state = SwarmTask.TaskPhase.WAITING;
    task.readyNs = nowNs + BEAT_NS;
  }

  private void confirmed(long nowNs, ReservationsConfirmed answer, Effects out) {
    for (long id : answer.held()) {
      var task = find(id);
      if (task != null && task.state == SwarmTask.TaskPhase.OUT) {
        task.heardNs = nowNs;
      }
    }
    for (long id : answer.unknown()) {
      var task = find(id);
      if (task == null || answer.sentNs() < task.sentNs) {
        continue; // it was not there yet
      }
      if (task.state == SwarmTask.TaskPhase.OUT) {
        end(nowNs, task, out); // should it still be under way, its node will not take it
      } else {
        over(nowNs, task);
      }
    }
  }

  private void reported(long nowNs, AttemptsReported reported) {
    for (var status : reported.attempts()) {
      var task = find(status.reservation());
      if (task != null && task.state == SwarmTask.TaskPhase.OUT) {
        task.heardNs = nowNs;
      }
    }
  }

  private void promoted(TaskPromoted promoted) {
    var task = find(promoted.reservation());
    if (task != null) {
      task.wantsPromotion = false;
    }
  }

  private @Nullable SwarmTask find(long reservation) {
    int slot = ReservationId.slot(reservation);
    if (ReservationId.scheduler(reservation) != self.index() || slot >= tasks.size()) {
      return null;
    }
    var task = tasks.get(slot);
    return task.isOut(reservation) ? task : null;
  }

  /** Whether all that it wanted has come to an end, and nothing is claimed for it. */
  boolean isOver() {
    return tasks.stream().allMatch(SwarmTask::isOver) && claims.isIdle();
  }

  /** What has not, for whoever asks why. */
  List<String> open() {
    List<String> open = new ArrayList<>();
    for (var task : tasks) {
      if (!task.isOver()) {
        open.add(task.number + " is " + task.state + " on node-" + task.at + ": " + task.demand);
      }
    }
    return open;
  }
}
