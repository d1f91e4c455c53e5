package dev.muster.core.fake;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** An actor that is told one thing at a time, by a clock that the test moves. */
public final class Stepped<E extends Event> {

  private final Actor<E> actor;
  private final List<Event> news = new ArrayList<>();
  private final List<Effect.Send> sends = new ArrayList<>();
  private final Map<String, Timer> timers = new TreeMap<>();
  private long nowNs;

  public Stepped(Actor<E> actor) {
    this.actor = actor;
  }

  public RecordingEffects start() {
    var out = new RecordingEffects();
    actor.start(nowNs, out);
    noteTimers(out);
    return out;
  }

  /** What the actor does when it hears this now, and nothing that it did before. */
  public RecordingEffects tell(E event) {
    var out = new RecordingEffects();
    actor.on(nowNs, event, out);
    news.addAll(out.published());
    sends.addAll(out.only(Effect.Send.class));
    noteTimers(out);
    return out;
  }

  private void noteTimers(RecordingEffects out) {
    out.only(Effect.WakeAt.class).forEach(one -> timers.put(one.timer().toString(), one.timer()));
  }

  /** A timer of this name that the actor has set. */
  public Timer timer(String name) {
    return Objects.requireNonNull(timers.get(name), name);
  }

  /** All that those outside of the cell were told so far. */
  public List<Event> news() {
    return news;
  }

  /** All messages that the actor has sent so far. */
  public List<Effect.Send> sends() {
    return sends;
  }

  /** How often it went which way. */
  public List<Lifecycle<?>> lifecycles() {
    return actor.lifecycles();
  }

  /** Lets time pass. */
  public Stepped<E> after(long ns) {
    nowNs += ns;
    return this;
  }

  public long nowNs() {
    return nowNs;
  }
}
