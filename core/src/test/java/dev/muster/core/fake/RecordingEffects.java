package dev.muster.core.fake;

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
import java.util.ArrayList;
import java.util.List;

/** A world in which nothing happens: all that an actor does is kept, in order. */
public final class RecordingEffects implements Effects {

  private final List<Effect> all = new ArrayList<>();
  private final List<EntryId> ids = new ArrayList<>();

  @Override
  public <E extends Event> void send(Address<E> to, E event) {
    all.add(new Effect.Send(to, event));
  }

  @Override
  public void wake(long atNs, Timer timer) {
    all.add(new Effect.WakeAt(atNs, timer));
  }

  @Override
  public void append(EntryId id, LogEntry entry) {
    all.add(new Effect.Append(entry));
    ids.add(id);
  }

  @Override
  public void launch(Launch launch) {
    all.add(new Effect.Start(launch));
  }

  @Override
  public void pace(long run, Pace pace) {
    all.add(new Effect.Paced(run, pace));
  }

  @Override
  public void forget(long run) {
    all.add(new Effect.Forget(run));
  }

  @Override
  public void fetch(Work work, Tier tier) {
    all.add(new Effect.Fetch(work, tier));
  }

  @Override
  public void measure() {
    all.add(new Effect.Measure());
  }

  @Override
  public void kill(long run, boolean force) {
    all.add(new Effect.End(run, force));
  }

  @Override
  public void publish(Event event) {
    all.add(new Effect.Publish(event));
  }

  @Override
  public void busy(long ns) {
    all.add(new Effect.Busy(ns));
  }

  public List<Effect> all() {
    return all;
  }

  /** Those of one kind. */
  public <T extends Effect> List<T> only(Class<T> kind) {
    return all.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The messages of one type, to whomever. */
  public <T extends Event> List<T> sent(Class<T> type) {
    return only(Effect.Send.class).stream()
        .map(Effect.Send::event)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  /** The messages to one actor. */
  public List<Event> sentTo(Address<?> to) {
    return only(Effect.Send.class).stream()
        .filter(send -> send.to().equals(to))
        .map(Effect.Send::event)
        .toList();
  }

  /** What was published. */
  public List<Event> published() {
    return only(Effect.Publish.class).stream().map(Effect.Publish::event).toList();
  }

  /** The ids of what was appended. */
  public List<EntryId> ids() {
    return ids;
  }

  public List<LogEntry> appended() {
    return only(Effect.Append.class).stream().map(Effect.Append::entry).toList();
  }
}
