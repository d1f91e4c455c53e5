package dev.muster.core.actor;

/**
 * A timer of an actor: a constant of an {@code enum} in its package, given back by {@code Wake}.
 */
public interface Timer {

  /** The name of the constant. */
  String name();
}
