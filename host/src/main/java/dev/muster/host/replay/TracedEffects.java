package dev.muster.host.replay;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.Work;
import dev.muster.model.Tier;

/** Takes the fingerprint of every effect on its way out. */
final class TracedEffects implements Effects {

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
    to.trace(hash.add("send").add(event.getClass().getSimpleName()));
    event.trace(hash);
    out.send(to, event);
  }

  @Override
  public void wake(long atNs, Timer timer) {
    hash.add("wake").add(atNs).add(timer.name());
    out.wake(atNs, timer);
  }

  @Override
  public void append(EntryId id, LogEntry entry) {
    id.trace(hash.add("append").add(entry.getClass().getSimpleName()));
    entry.trace(hash);
    out.append(id, entry);
  }

  @Override
  public void launch(Launch launch) {
    launch.trace(hash.add("launch"));
    out.launch(launch);
  }

  @Override
  public void kill(long run, boolean force) {
    hash.add("kill").add(run).add(force);
    out.kill(run, force);
  }

  @Override
  public void pace(long run, Pace pace) {
    hash.add("pace").add(run).add(pace.ordinal());
    out.pace(run, pace);
  }

  @Override
  public void forget(long run) {
    hash.add("forget").add(run);
    out.forget(run);
  }

  @Override
  public void fetch(Work work, Tier tier) {
    work.trace(hash.add("fetch").add(tier.ordinal()));
    out.fetch(work, tier);
  }

  @Override
  public void measure() {
    hash.add("measure");
    out.measure();
  }

  @Override
  public void publish(Event event) {
    event.trace(hash.add("publish").add(event.getClass().getSimpleName()));
    out.publish(event);
  }

  @Override
  public void busy(long ns) {
    hash.add("busy").add(ns);
    out.busy(ns);
  }
}
