package dev.muster.host.replay;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.Work;

/** Takes the fingerprint of every effect on its way out. */
final class TracedEffects implements Effects {
  private enum EffectKind {
    SEND,
    WAKE,
    APPEND,
    LAUNCH,
    KILL,
    PUBLISH,
    BUSY,
    PACE,
    FORGET,
    FETCH
  }

  private final TraceHash hash = new TraceHash();
  private final Effects out;

  TracedEffects(Effects out) {
    this.out = out;
  }

  long value() {
    return hash.value();
  }

  @Override
  public <E extends Event> void send(Address<E> to, E event) {
    to.trace(begin(EffectKind.SEND).add(event.getClass().getSimpleName()));
    event.trace(hash);
    out.send(to, event);
  }

  @Override
  public void wake(long atNs, Timer timer) {
    begin(EffectKind.WAKE).add(atNs).add(timer.name());
    out.wake(atNs, timer);
  }

  @Override
  public void append(LogEntry entry) {
    entry.trace(begin(EffectKind.APPEND).add(entry.getClass().getSimpleName()));
    out.append(entry);
  }

  @Override
  public void launch(Launch launch) {
    launch.trace(begin(EffectKind.LAUNCH));
    out.launch(launch);
  }

  @Override
  public void kill(long run, boolean force) {
    begin(EffectKind.KILL).add(run).add(force);
    out.kill(run, force);
  }

  @Override
  public void pace(long run, Pace pace) {
    begin(EffectKind.PACE).add(run).add(pace.ordinal());
    out.pace(run, pace);
  }

  @Override
  public void forget(long run) {
    begin(EffectKind.FORGET).add(run);
    out.forget(run);
  }

  @Override
  public void fetch(Work work) {
    work.trace(begin(EffectKind.FETCH));
    out.fetch(work);
  }

  @Override
  public void publish(Event event) {
    event.trace(begin(EffectKind.PUBLISH).add(event.getClass().getSimpleName()));
    out.publish(event);
  }

  @Override
  public void busy(long ns) {
    begin(EffectKind.BUSY).add(ns);
    out.busy(ns);
  }

  private TraceHash begin(EffectKind kind) {
    return hash.add(kind.ordinal());
  }
}
