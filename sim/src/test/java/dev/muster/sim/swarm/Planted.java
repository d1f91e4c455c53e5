package dev.muster.sim.swarm;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SchedulerMaker;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An actor of production with a planted bug between the actor and what it receives. */
record Planted<E extends Event>(Actor<E> actor, Bug<E> bug) implements Actor<E> {

  /** Passes events on to the actor, or does not. */
  @FunctionalInterface
  interface Bug<E extends Event> {

    void on(long nowNs, E event, Actor<E> actor, Effects out);

    /** Changes what the actor receives. */
    static <E extends Event> Bug<E> hearing(Hearing<E> hearing) {
      return (nowNs, event, actor, out) -> {
        var heard = hearing.of(event);
        if (heard != null) {
          actor.on(nowNs, heard, out);
        }
      };
    }
  }

  /** What an actor takes an event for; null where the event is missed. */
  @FunctionalInterface
  interface Hearing<E extends Event> {

    @Nullable E of(E event);
  }

  /** A swarm whose masters have the bug. */
  static Swarm masters(Supplier<Bug<MasterEvent>> bug) {
    UnaryOperator<Actor<MasterEvent>> masters = actor -> new Planted<>(actor, bug.get());
    return new Swarm(new Swarm.Makers(masters, SchedulerMaker.PRODUCTION, NodeMaker.PRODUCTION));
  }

  /** A swarm whose schedulers have the bug. */
  static Swarm schedulers(Supplier<Bug<SchedulerEvent>> bug) {
    SchedulerMaker schedulers =
        (index, epoch, spec, master) ->
            new Planted<>(SchedulerMaker.PRODUCTION.make(index, epoch, spec, master), bug.get());
    return new Swarm(schedulers, NodeMaker.PRODUCTION);
  }

  /** A swarm whose nodes have the bug. */
  static Swarm nodes(Supplier<Bug<NodeEvent>> bug) {
    return new Swarm(
        (index, epoch, capacity, master, timing, config, chance, lifecycles) ->
            new Planted<>(
                NodeMaker.PRODUCTION.make(
                    index, epoch, capacity, master, timing, config, chance, lifecycles),
                bug.get()));
  }

  @Override
  public void start(long nowNs, Effects out) {
    actor.start(nowNs, out);
  }

  @Override
  public void on(long nowNs, E event, Effects out) {
    bug.on(nowNs, event, actor, out);
  }
}
