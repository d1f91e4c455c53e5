package dev.muster.sim.swarm;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;
import dev.muster.model.Tier;
import java.util.function.Consumer;

/** The effects of an actor, of which somebody else sees or changes some. */
abstract class TappedEffects implements Effects {

  private final Effects out;

  TappedEffects(Effects out) {
    this.out = out;
  }

  /** Somebody sees what is appended to the log. */
  static Effects appending(Effects out, Consumer<LogEntry> appended) {
    return new TappedEffects(out) {
      @Override
      public void append(EntryId id, LogEntry entry) {
        super.append(id, entry);
        appended.accept(entry);
      }
    };
  }

  /** Somebody says something else. */
  static Effects saying(Effects out, Saying saying) {
    return new TappedEffects(out) {
      @Override
      public <E extends Event> void send(Address<E> to, E event) {
        saying.say(to, event, out);
      }
    };
  }

  /** Passes messages on, or does not. */
  @FunctionalInterface
  interface Saying {

    <E extends Event> void say(Address<E> to, E event, Effects out);
  }

  @Override
  public void append(EntryId id, LogEntry entry) {
    out.append(id, entry);
  }

  @Override
  public <E extends Event> void send(Address<E> to, E event) {
    out.send(to, event);
  }

  @Override
  public void wake(long atNs, Timer timer) {
    out.wake(atNs, timer);
  }

  @Override
  public void launch(Launch launch) {
    out.launch(launch);
  }

  @Override
  public void kill(long run, boolean force) {
    out.kill(run, force);
  }

  @Override
  public void pace(long run, Pace pace) {
    out.pace(run, pace);
  }

  @Override
  public void forget(long run) {
    out.forget(run);
  }

  @Override
  public void fetch(Work work, Tier tier) {
    out.fetch(work, tier);
  }

  @Override
  public void measure() {
    out.measure();
  }

  @Override
  public void publish(Event event) {
    out.publish(event);
  }

  @Override
  public void busy(long ns) {
    out.busy(ns);
  }
}
