package dev.muster.core.event;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Launch;
import dev.muster.core.loop.Role;
import dev.muster.core.loop.TraceHash;
import dev.muster.core.loop.Work;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import java.util.List;

/** What a node can be told: by schedulers, and by the machine that it runs on. */
public sealed interface NodeEvent extends Event
    permits NodeEvent.Reserve,
        NodeEvent.Probe,
        NodeEvent.Place,
        NodeEvent.Promote,
        NodeEvent.Police,
        NodeEvent.Drain,
        NodeEvent.Maintain,
        NodeEvent.Resize,
        NodeEvent.Assign,
        NodeEvent.NoTask,
        NodeEvent.Withdraw,
        NodeEvent.Kill,
        NodeEvent.Acknowledge,
        NodeEvent.Confirm,
        NodeEvent.Census,
        NodeEvent.Exited,
        NodeEvent.Adopt,
        Wake {

  static Address<NodeEvent> at(int index) {
    return new Address<>(Role.NODE, index);
  }

  /** Queue a reservation: room for a task that is named only when its turn has come. */
  record Reserve(Address<SchedulerEvent> scheduler, long reservation, Demand demand)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(reservation);
      Digest.add(hash, demand);
    }
  }

  /** How busy are you? Answered by {@code Probed}. */
  record Probe(Address<SchedulerEvent> scheduler, long round, int draw) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(round).add(draw);
    }
  }

  /** Take a task itself: start it on arrival if its room is reserved, else when its turn comes. */
  record Place(Address<SchedulerEvent> scheduler, long reservation, Demand demand, Work work)
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
   * Make an opportunistic task guaranteed, wherever it is; answered by {@code Promoted}.
   *
   * @param grant the token that covers it from now on
   */
  record Promote(Address<SchedulerEvent> scheduler, long reservation, String grant)
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
  record Police(double share, long shedAboveNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(Double.doubleToLongBits(share)).add(shedAboveNs);
    }
  }

  /** Finish what runs, return what waits, take nothing new; or take work again. */
  record Drain(boolean on) implements NodeEvent {
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
  record Maintain(long inNs, long forNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(inNs).add(forNs);
    }
  }

  /** The machine has another size from now on. */
  record Resize(Resources capacity) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      Digest.add(hash, capacity);
    }
  }

  /** The task for a reservation whose turn has come; void unless it echoes the latest ask. */
  record Assign(long reservation, long ask, Work work) implements NodeEvent {
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
  record Withdraw(long reservation) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation);
    }
  }

  /** Nobody wants this run's result any more. */
  record Kill(Address<SchedulerEvent> scheduler, long askedNs, long reservation)
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
  record Acknowledge(long reservation, boolean recorded) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(reservation).add(recorded);
    }
  }

  /** Does the node still hold these reservations, queued, running or ended? */
  record Confirm(Address<SchedulerEvent> scheduler, long askedNs, List<Long> reservations)
      implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(askedNs).addNumbers(reservations);
    }
  }

  /**
   * A scheduler has died, and its next life asks what there is of the older ones; answered by
   * {@code Counted}. Their reservations without a task are over, and what they sent and has not
   * come is void.
   */
  record Census(Address<SchedulerEvent> scheduler, int life) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      scheduler.trace(hash);
      hash.add(life);
    }
  }

  /**
   * The machine has a run of an earlier life of this node's process, under way or ended; its end
   * comes as {@code Exited} like that of any other.
   *
   * @param ageNs how long ago it started
   */
  record Adopt(Launch launch, long ageNs) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      launch.trace(hash);
      Digest.add(hash, launch.demand());
      hash.add(ageNs);
    }
  }

  /** The machine says that a run is over. */
  record Exited(long run, RunResult result) implements NodeEvent {
    @Override
    public void trace(TraceHash hash) {
      hash.add(run);
      Digest.add(hash, result);
    }
  }
}
