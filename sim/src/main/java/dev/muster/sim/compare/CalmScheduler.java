package dev.muster.sim.compare;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.Machine;
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
import java.util.List;

/**
 * A scheduler of a cell in which nothing fails: takes jobs, receives results of tasks and reports
 * jobs that ended. Where tasks go, and when, is the matter of each kind.
 */
abstract class CalmScheduler implements Actor<SchedulerEvent> {

  private static final int NO_EPOCH = 0;

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final LongMap<KnownJob> jobs = new LongMap<>();
  private final long base;

  /** What it is going to do, each step with the timer that is set for it. */
  private final LongMap<Step> steps = new LongMap<>();

  private long lastStep;
  private boolean seen;
  private long placements;

  CalmScheduler(int index, Address<MasterEvent> master) {
    this.self = SchedulerEvent.at(index);
    this.master = master;
    this.base = ReservationId.base(index, NO_EPOCH);
  }

  /** The machines of the cell, which come once. */
  abstract void see(long nowNs, List<Machine> machines, Effects out);

  /** These stages may start from now on. */
  abstract void ready(long nowNs, List<KnownStage> stages, Effects out);

  /** A task of the stage has left its node. */
  abstract void freed(long nowNs, int node, KnownStage stage, Effects out);

  /** Something to do at a time. */
  @FunctionalInterface
  interface Step {
    void at(long nowNs, Effects out);
  }

  private record StepTimer(long number) implements Timer {

    @Override
    public String name() {
      return Long.toString(number);
    }
  }

  final void later(long atNs, Step step, Effects out) {
    steps.put(++lastStep, step);
    out.wake(atNs, new StepTimer(lastStep));
  }

  private void woken(long nowNs, Timer timer, Effects out) {
    var step = steps.remove(((StepTimer) timer).number());
    if (step == null) {
      throw new IllegalStateException("no step for the timer " + timer.name());
    }
    step.at(nowNs, out);
  }

  @Override
  public final void on(long nowNs, SchedulerEvent event, Effects out) {
    switch (event) {
      case MachineList view -> seeOnce(nowNs, view, out);
      case AssignJob plan -> plan(nowNs, plan, out);
      case TaskFinished finished -> finished(nowNs, finished, out);
      case Wake wake -> woken(nowNs, wake.timer(), out);
      case JobEndRecorded _ -> {}
      case JobsInherited _,
          TasksRecorded _,
          StopJob _,
          SchedulerEvent.ExplainTask _,
          SchedulerEvent.HoldStage _,
          SchedulerEvent.SharesChanged _,
          SchedulerEvent.StageSizeRecorded _,
          SchedulerEvent.MachinesChanged _,
          SchedulerEvent.NodesAvoided _,
          SchedulerEvent.AttemptsReported _,
          SchedulerEvent.LoadDelta _,
          SchedulerEvent.ContainersGranted _,
          SchedulerEvent.ContainersWithdrawn _,
          SchedulerEvent.ContainersAwaited _,
          NodeProbed _,
          GetTask _,
          NodeBusy _,
          ReservationReturned _,
          TaskPromoted _,
          ReservationsConfirmed _,
          CellDelta _,
          TransactionDecided _,
          ClaimsPreempted _,
          AttemptsListed _ ->
          throw new IllegalStateException("not in a cell where nothing goes wrong: " + event);
    }
  }

  private void seeOnce(long nowNs, MachineList view, Effects out) {
    if (seen) {
      throw new IllegalStateException("the nodes of the cell changed");
    }
    seen = true;
    see(nowNs, view.machines(), out);
  }

  private void plan(long nowNs, AssignJob plan, Effects out) {
    out.send(master, new MasterEvent.JobTaken(plan.job(), plan.epoch()));
    var job = new KnownJob(plan);
    jobs.put(plan.job(), job);
    ready(nowNs, job.ready(), out);
  }

  private void finished(long nowNs, TaskFinished finished, Effects out) {
    out.send(
        NodeEvent.at(finished.node()),
        new NodeEvent.AcknowledgeResult(finished.reservation(), true));
    var job = jobs.find(finished.job());
    if (job == null) {
      throw new IllegalStateException("a result of no job: " + finished);
    }
    freed(nowNs, finished.node(), job.stage(finished.stage()), out);
    ready(nowNs, job.finished(finished.stage()), out);
    if (job.isOver()) {
      jobs.remove(finished.job());
      out.send(master, new MasterEvent.JobFinished(self, 1, job.report(nowNs)));
    }
  }

  /** Sends the next tasks of the stage to these nodes, one to each. */
  final void place(KnownStage stage, IntList nodes, Effects out) {
    for (int at = 0; at < nodes.size(); at++) {
      place(stage, nodes.at(at), out);
    }
  }

  /** Sends the next task of the stage to a node. */
  final void place(KnownStage stage, int node, Effects out) {
    long number = base + ++placements;
    out.send(
        NodeEvent.at(node), new NodeEvent.PlaceTask(self, number, stage.demand(), stage.next()));
  }
}
