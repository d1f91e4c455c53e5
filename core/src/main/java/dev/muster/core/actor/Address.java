package dev.muster.core.actor;

/**
 * The address of an actor.
 *
 * @param <E> what may be sent to the actor; checked by the compiler, absent at run time
 */
public record Address<E extends Event>(Role role, int index) {

  public void trace(TraceHash hash) {
    hash.add(role.ordinal()).add(index);
  }

  @Override
  public String toString() {
    return role + "-" + index;
  }
}
