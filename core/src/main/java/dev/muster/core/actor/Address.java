package dev.muster.core.actor;

/**
 * Where an actor is reached.
 *
 * @param <E> what may be sent there; checked by the compiler, absent at run time
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
