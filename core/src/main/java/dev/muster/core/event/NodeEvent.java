package dev.muster.core.event;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.Work;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import java.util.List;

/** What a node can be told: by schedulers, and by the machine that it runs on. */
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
        NodeEvent.ListAttempts,
        NodeEvent.RunExited,
        NodeEvent.AdoptRun,
        Wake {

  static Address<NodeEvent> at(int index) {
    return new Address<>(Role.NODE, index);
  }

  /** Queue a reservation: room for a task that is named only when its turn has come. */
  record EnqueueReservation(Address<SchedulerEvent> scheduler, long reservation, Demand demand)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(reservation);
      Digest.add(hash, demand);
    }
  }

  /** How busy are you? Answered by {@code NodeProbed}. */
  record ProbeNode(Address<SchedulerEvent> scheduler, long round, int draw) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(round).add(draw);
    }
  }

  /** Take a task itself: start it on arrival if its room is reserved, else when its turn comes. */
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
   * Make an opportunistic task guaranteed, wherever it is; answered by {@code TaskPromoted}.
   *
   * @param grant the token that covers it from now on
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
   * The monitor's word on opportunistic tasks.
   *
   * @param share how much of the machine they may have from now on
   * @param shedAboveNs how much of their work may wait here; the youngest beyond it are returned
   */
  record SetOpportunisticLimits(double share, long shedAboveNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(Double.doubleToLongBits(share)).add(shedAboveNs);
    }
  }

  /** Finish what runs, return what waits, take nothing new; or take work again. */
  record DrainNode(boolean on) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(on);
    }
  }

  /**
   * The machine will be taken away: until then start only what ends before, then be as drained, and
   * take work again afterwards. The latest word counts.
   *
   * @param inNs how long from now; below zero to call it off
   * @param forNs how long it will be away
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
   * The task for a reservation whose turn has come; ignored unless it echoes the latest question.
   */
  record LaunchTask(long reservation, long ask, Work work) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation).add(ask);
      work.trace(hash);
    }
  }

  /** None left: the reservation is over. */
  record NoTask(long reservation, long ask) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation).add(ask);
    }
  }

  /** The job needs this reservation no longer. */
  record WithdrawReservation(long reservation) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation);
    }
  }

  /** Nobody wants this run's result any more. */
  record KillTask(Address<SchedulerEvent> scheduler, long askedNs, long reservation)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(askedNs).add(reservation);
    }
  }

  /**
   * The result is on record, or of no use; the node may forget it.
   *
   * @param recorded whether it changed the job's record: false where it was heard before, was given
   *     up as lost, or another attempt was first
   */
  record AcknowledgeResult(long reservation, boolean recorded) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation).add(recorded);
    }
  }

  /** Does the node still hold these reservations, queued, running or ended? */
  record ConfirmReservations(
      Address<SchedulerEvent> scheduler, long askedNs, List<Long> reservations)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(askedNs).addNumbers(reservations);
    }
  }

  /**
   * A scheduler has died, and its next epoch asks what there is of the older ones; answered by
   * {@code AttemptsListed}. Their reservations without a task are over, and what they sent and has
   * not come is ignored as stale.
   */
  record ListAttempts(Address<SchedulerEvent> scheduler, int epoch) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(epoch);
    }
  }

  /**
   * The machine has a run of an earlier epoch of this node's process, under way or ended; its end
   * comes as {@code RunExited} like that of any other.
   *
   * @param ageNs how long ago it started
   */
  record AdoptRun(Launch launch, long ageNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      launch.trace(hash);
      Digest.add(hash, launch.demand());
      hash.add(ageNs);
    }
  }

  /** The machine says that a run is over. */
  record RunExited(long run, RunResult result) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(run);
      Digest.add(hash, result);
    }
  }
}
