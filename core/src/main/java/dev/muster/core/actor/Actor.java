package dev.muster.core.actor;

import java.util.List;

/**
 * A pure state machine: an event and its time in, effects out.
 *
 * <p>An actor is stepped by one thread at a time. The same events at the same times and the same
 * seed give the same effects, in {@code sim} and in {@code host} alike.
 *
 * @param <E> the events of the actor; a sealed interface, so that its {@code switch} needs no
 *     {@code default}
 */
public interface Actor<E extends Event> {

  /** Called once, before any event, so that the actor can set its first timer. */
  default void start(long nowNs, Effects out) {}

  void on(long nowNs, E event, Effects out);

  /** The transitions of all states of the actor, for the coverage of a simulated run. */
  default List<Lifecycle<?>> lifecycles() {
    return List.of();
  }
}
