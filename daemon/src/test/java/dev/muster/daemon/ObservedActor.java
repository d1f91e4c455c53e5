package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
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
import java.io.IOException;
import java.util.function.Consumer;

/** An actor whose messages and launches an observer sees: checks the promises on real runs. */
record ObservedActor<E extends Event>(Address<E> address, Actor<E> actor, Observer observer)
    implements Actor<E> {

  /** Every actor of a cell, seen by one observer. */
  static ControlPlane.ActorDecorator by(Observer observer) {
    return new ControlPlane.ActorDecorator() {
      @Override
      public <T extends Event> Actor<T> decorate(Address<T> address, Actor<T> actor) {
        return new ObservedActor<>(address, actor, observer);
      }
    };
  }

  /** A cell whose actors are observed. */
  static EmbeddedCell start(EmbeddedCell.EmbeddedOptions options, Observer observer)
      throws IOException, InterruptedException {
    return start(options, observer, _ -> {});
  }

  static EmbeddedCell start(
      EmbeddedCell.EmbeddedOptions options, Observer observer, Consumer<Event> subscriber)
      throws IOException, InterruptedException {
    return EmbeddedCell.start(options, by(observer), subscriber, ControlPlane.REQUEST_TRIES);
  }

  @Override
  public void start(long nowNs, Effects out) {
    actor.start(nowNs, new ObservedEffects(out));
  }

  @Override
  public void on(long nowNs, E event, Effects out) {
    observer.delivered(address, event);
    actor.on(nowNs, event, new ObservedEffects(out));
  }

  private final class ObservedEffects implements Effects {

    private final Effects out;

    ObservedEffects(Effects out) {
      this.out = out;
    }

    @Override
    public <T extends Event> void send(Address<T> to, T event) {
      observer.sent(to, event);
      out.send(to, event);
    }

    @Override
    public void launch(Launch launch) {
      observer.launched(address.index(), launch);
      out.launch(launch);
    }

    @Override
    public void wake(long atNs, Timer timer) {
      out.wake(atNs, timer);
    }

    @Override
    public void append(EntryId id, LogEntry entry) {
      out.append(id, entry);
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
}
