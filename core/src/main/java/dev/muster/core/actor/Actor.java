package dev.muster.core.actor;

import java.util.List;

/**
 * A pure state machine: an event and its time in, effects out.
 *
 * <p>It is stepped by one thread at a time. Given the same events at the same times and the same
 * seed it gives the same effects, in {@code sim} and in {@code host} alike.
 *
 * @param <E> all that this actor can be told; a sealed interface, so that its {@code switch} needs
 *     no {@code default}
 */
public interface Actor<E extends Event> {

  /** Called once, before any event, so that the actor can set its first timer. */
  default void start(long nowNs, Effects out) {}

  void on(long nowNs, E event, Effects out);

  /** The transitions that things of this actor have made, for those who watch a run. */
  default List<Lifecycle<?>> lifecycles() {
    return List.of();
  }
}
