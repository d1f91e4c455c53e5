package dev.muster.sim.drive;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.place.Sampled;
import dev.muster.core.plan.Scheduler;

/**
 * Makes the actor of a scheduler; experiments put one for comparison in its place, and tests plant
 * bugs here.
 */
@FunctionalInterface
public interface SchedulerMaker {

  SchedulerMaker PRODUCTION = SchedulerMaker::sampled;

  /**
   * @param life counts the schedulers that have had this index, from 1
   */
  Actor<SchedulerEvent> make(int index, int life, CellSpec spec, Address<MasterEvent> master);

  private static Actor<SchedulerEvent> sampled(
      int index, int life, CellSpec spec, Address<MasterEvent> master) {
    var chance = Chance.of(spec.seed(), SchedulerEvent.at(index));
    var policy = new Sampled(spec.way(), spec.probeRatio(), spec.extras(), chance);
    return new Scheduler(index, life, master, spec.timing(), policy, spec.thinkTime());
  }
}
