package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;

/**
 * An actor whose words and deeds an observer sees, so that the promises are checked on real runs.
 */
record Watched<E extends Event>(Address<E> address, Actor<E> actor, Observer observer)
    implements Actor<E> {

  @Override
  public void start(long nowNs, Effects out) {
    actor.start(nowNs, new WatchedEffects(out));
  }

  @Override
  public void on(long nowNs, E event, Effects out) {
    observer.delivered(address, event);
    actor.on(nowNs, event, new WatchedEffects(out));
  }

  private final class WatchedEffects implements Effects {

    private final Effects out;

    WatchedEffects(Effects out) {
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
    public void append(LogEntry entry) {
      out.append(entry);
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
    public void fetch(Work work) {
      out.fetch(work);
    }

    @Override
    public void tell(Event news) {
      out.tell(news);
    }

    @Override
    public void busy(long ns) {
      out.busy(ns);
    }
  }
}
