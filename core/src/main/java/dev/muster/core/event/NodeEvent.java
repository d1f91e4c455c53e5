package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.Work;
import dev.muster.model.Demand;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import java.util.List;

/** What a node receives: from schedulers, from operators, and from its machine. */
public sealed interface NodeEvent extends Event
    permits NodeEvent.EnqueueReservation,
        NodeEvent.ProbeNode,
        NodeEvent.PlaceTask,
        NodeEvent.PromoteTask,
        NodeEvent.SetOpportunisticLimits,
        NodeEvent.DrainNode,
        NodeEvent.ScheduleMaintenance,
        NodeEvent.ResizeMachine,
        NodeEvent.LaunchTask,
        NodeEvent.NoTask,
        NodeEvent.WithdrawReservation,
        NodeEvent.KillTask,
        NodeEvent.AcknowledgeResult,
        NodeEvent.ConfirmReservations,
        NodeEvent.RefineEstimates,
        NodeEvent.ReportLoad,
        NodeEvent.ListAttempts,
        NodeEvent.NodeExpelled,
        NodeEvent.RunExited,
        NodeEvent.RunsMeasured,
        NodeEvent.HealthChanged,
        NodeEvent.MemoryShort,
        NodeEvent.FilesCached,
        NodeEvent.AdoptRun,
        Wake {

  static Address<NodeEvent> at(int index) {
    return new Address<>(Role.NODE, index);
  }

  /**
   * Enqueue a reservation: the task is named when the node has resources for it.
   *
   * @param hedged whether the scheduler wants {@code NodeBusy} if the reservation has to wait
   */
  record EnqueueReservation(
      Address<SchedulerEvent> scheduler, long reservation, Demand demand, boolean hedged)
      implements NodeEvent {

    /** One that waits without a word. */
    public EnqueueReservation(Address<SchedulerEvent> scheduler, long reservation, Demand demand) {
      this(scheduler, reservation, demand, false);
    }

    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(reservation);
      Digest.add(hash, demand);
      if (hedged) {
        hash.add(true);
      }
    }
  }

  /** Report the number of tasks; answered by {@code NodeProbed}. */
  record ProbeNode(Address<SchedulerEvent> scheduler, long round, int draw) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(round).add(draw);
    }
  }

  /** Run a task: on arrival if its resources are committed, else from the wait queue. */
  record PlaceTask(Address<SchedulerEvent> scheduler, long reservation, Demand demand, Work work)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(reservation);
      Digest.add(hash, demand);
      work.trace(hash);
    }
  }

  /**
   * Make an opportunistic task guaranteed, queued or running; answered by {@code TaskPromoted}.
   *
   * @param grant the token that covers the task from now on
   */
  record PromoteTask(Address<SchedulerEvent> scheduler, long reservation, String grant)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(reservation).add(grant);
    }
  }

  /**
   * Limit opportunistic tasks, as the monitor decides. Running ones beyond a limit go on.
   *
   * @param cpuShare of the machine's cpu that opportunistic tasks may have
   * @param memoryShare of its memory; 0 for the same share as of cpu
   * @param shedAboveNs while an opportunistic task that arrives would wait longer than this ({@link
   *     Load#delayNs}), those that would start last are returned
   * @param forNs for how long, unless another message comes; 0 for good. After that the node does
   *     as it is configured. Limits that are not for good are a forecast: an idle machine starts a
   *     task that is larger than they allow
   */
  record SetOpportunisticLimits(double cpuShare, double memoryShare, long shedAboveNs, long forNs)
      implements NodeEvent {

    /** The same share of both, for good. */
    public SetOpportunisticLimits(double share, long shedAboveNs) {
      this(share, share, shedAboveNs, 0);
    }

    public double shareOfMemory() {
      return memoryShare == 0 ? cpuShare : memoryShare;
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(Double.doubleToLongBits(cpuShare)).add(Double.doubleToLongBits(memoryShare));
      hash.add(shedAboveNs).add(forNs);
    }
  }

  /** Finish runs, return waiting tasks and accept no new ones; or accept tasks again. */
  record DrainNode(boolean on) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(on);
    }
  }

  /**
   * The machine will be unavailable. Until then only tasks start that end before; during
   * maintenance the node is drained. The latest message counts.
   *
   * @param inNs how long from now; below zero to cancel the maintenance
   * @param forNs how long the maintenance takes
   */
  record ScheduleMaintenance(long inNs, long forNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(inNs).add(forNs);
    }
  }

  /** The machine has another size from now on. */
  record ResizeMachine(Resources capacity) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(capacity);
    }
  }

  /**
   * The task of a reservation.
   *
   * @param request of the {@code GetTask} that this answers; ignored unless the latest
   */
  record LaunchTask(long reservation, long request, Work work) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation).add(request);
      work.trace(hash);
    }
  }

  /** The job has no task for the reservation, which ends. */
  record NoTask(long reservation, long request) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation).add(request);
    }
  }

  /** The job no longer needs the reservation. */
  record WithdrawReservation(long reservation) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation);
    }
  }

  /** The result of the run is no longer needed. */
  record KillTask(Address<SchedulerEvent> scheduler, long sentNs, long reservation)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(sentNs).add(reservation);
    }
  }

  /**
   * The result is on record, or not needed; the node may forget the run.
   *
   * @param recorded whether the result changed the record of the job: false for a repeated result,
   *     one of an attempt given up as lost, or one after another attempt succeeded
   */
  record AcknowledgeResult(long reservation, boolean recorded) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation).add(recorded);
    }
  }

  /** Report which of these reservations the node holds: queued, running or ended. */
  record ConfirmReservations(
      Address<SchedulerEvent> scheduler, long sentNs, List<Long> reservations)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(sentNs).addNumbers(reservations);
    }
  }

  /**
   * The scheduler of these tasks knows better by now how long they take. Lost ones do no harm: the
   * next refinement corrects them too.
   */
  record RefineEstimates(Address<SchedulerEvent> scheduler, List<Refined> refined)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(refined.size());
      refined.forEach(each -> hash.add(each.reservation()).add(each.estimateNs()));
    }
  }

  /**
   * How long a task is expected to run.
   *
   * @param estimateNs from its start; 0 where unknown
   */
  record Refined(long reservation, long estimateNs) {}

  /**
   * Send {@code LoadReported} to the monitor for a while: a lease, which the latest message
   * replaces.
   *
   * @param everyNs the interval
   * @param forNs how long the lease lasts
   */
  record ReportLoad(long everyNs, long forNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(everyNs).add(forNs);
    }
  }

  /**
   * A new epoch of a scheduler takes over the attempts of older epochs; answered by {@code
   * AttemptsListed}. Reservations of older epochs without a task end, and later messages of older
   * epochs are stale.
   */
  record ListAttempts(Address<SchedulerEvent> scheduler, int epoch) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch);
    }
  }

  /**
   * The answer to a report of a node that was declared dead: whatever its epochs up to this one
   * launched or queued was given up. The node ends all of it, keeps results that are not
   * acknowledged, and joins again under a later epoch.
   */
  record NodeExpelled(int epoch) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(epoch);
    }
  }

  /**
   * A run of an earlier epoch of the node, running or ended; {@code RunExited} follows as for any
   * other run.
   *
   * @param ageNs how long ago the run started
   */
  record AdoptRun(Launch launch, long ageNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      launch.trace(hash);
      Digest.add(hash, launch.demand());
      hash.add(ageNs);
    }
  }

  /**
   * What the driver says of its machine.
   *
   * @param problem why no task should start there; empty where nothing is wrong
   */
  record HealthChanged(String problem) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(problem);
    }
  }

  /** What runs have used so far: the answer of the driver to {@code Effects.measure}. */
  record RunsMeasured(List<Measured> runs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(runs.size());
      for (var each : runs) {
        Digest.add(hash.add(each.run()), each.usage());
      }
    }
  }

  /** What one run has used so far. */
  record Measured(long run, Usage usage) {}

  /**
   * The driver finds that its machine has too little memory: opportunistic runs give way, and none
   * starts before the machine has enough again.
   *
   * @param bytes how much more should be available; 0 for enough
   */
  record MemoryShort(long bytes) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(bytes);
    }
  }

  /**
   * What the driver has in its cache has changed.
   *
   * @param files the first 64 bits of the hashes of files, the largest file first
   */
  record FilesCached(List<Long> files) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.addNumbers(files);
    }
  }

  /** A run has ended. */
  record RunExited(long run, RunResult result) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(run);
      Digest.add(hash, result);
    }
  }
}
