package dev.muster.sim.drive;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.place.Sampled;

/**
 * Makes the actor of a scheduler; experiments put one for comparison in its place, and tests plant
 * bugs here.
 */
@FunctionalInterface
public interface SchedulerMaker {

  SchedulerMaker PRODUCTION = SchedulerMaker::production;

  /**
   * @param epoch counts the schedulers that have had this index, from 1
   */
  Actor<SchedulerEvent> make(int index, int epoch, CellSpec spec, Address<MasterEvent> master);

  private static Actor<SchedulerEvent> production(
      int index, int epoch, CellSpec spec, Address<MasterEvent> master) {
    var chance = Chance.of(spec.seed(), SchedulerEvent.at(index));
    var sampling = spec.sampling();
    var policy = new Sampled(sampling.way(), sampling.ratio(), sampling.extras(), chance);
    var fit = Chance.of(spec.seed(), "fit of " + SchedulerEvent.at(index));
    return new Scheduler(
        index, epoch, master, spec.timing(), policy, spec.thinking(), spec.sharing().commit(), fit);
  }
}
