package dev.muster.sim.drive;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.Placers;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes the actor of a scheduler; experiments put one for comparison in its place, and tests plant
 * bugs here.
 */
@FunctionalInterface
public interface SchedulerMaker {

  SchedulerMaker PRODUCTION = of(List.of(), _ -> {});

  /** Makes a placer that is there for comparison, for the scheduler of an index. */
  @FunctionalInterface
  interface PlacerMaker {
    Placer make(int index, long seed, PlacerContext context);
  }

  /** Those of production, with one more placer. */
  static SchedulerMaker adding(PlacerMaker more) {
    return of(List.of(more), _ -> {});
  }

  /**
   * Those of production, with more placers.
   *
   * @param made gets every placer that a scheduler is made with, to read its counters
   */
  static SchedulerMaker of(List<PlacerMaker> more, Consumer<Placer> made) {
    return (index, epoch, spec, master) ->
        production(
            index,
            epoch,
            spec,
            master,
            context -> more.stream().map(each -> each.make(index, spec.seed(), context)).toList(),
            made);
  }

  /**
   * @param epoch counts the schedulers that have had this index, from 1
   */
  Actor<SchedulerEvent> make(int index, int epoch, CellSpec spec, Address<MasterEvent> master);

  private static Actor<SchedulerEvent> production(
      int index,
      int epoch,
      CellSpec spec,
      Address<MasterEvent> master,
      Placers.Factory more,
      Consumer<Placer> made) {
    var chance = Chance.of(spec.seed(), SchedulerEvent.at(index));
    var sampling = spec.sampling();
    var fit = Chance.of(spec.seed(), "fit of " + SchedulerEvent.at(index));
    var candidates = Chance.of(spec.seed(), "candidates of " + SchedulerEvent.at(index));
    var tiers = Chance.of(spec.seed(), "tiers of " + SchedulerEvent.at(index));
    var production =
        Placers.standard(
            sampling.usual(),
            chance,
            spec.sharing().commit(),
            fit,
            spec.estimated(),
            candidates,
            spec.sharing().hybrid(),
            tiers);
    Placers.Factory placers =
        context -> {
          List<Placer> all = new ArrayList<>(production.make(context));
          all.set(0, sampling.way().placer(context, sampling, chance));
          all.addAll(more.make(context));
          all.forEach(made);
          return all;
        };
    return new Scheduler(index, epoch, master, spec.timing(), spec.thinking(), placers);
  }
}
