package dev.muster.core.actor;

/**
 * Which of its timers an actor has set: a constant of an {@code enum} in the actor's own room. The
 * timer comes back in a {@code Wake}.
 */
public interface Timer {

  /** The name of the constant. */
  String name();
}
