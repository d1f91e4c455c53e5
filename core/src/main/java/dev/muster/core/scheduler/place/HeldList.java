package dev.muster.core.scheduler.place;

import org.jspecify.annotations.Nullable;

/** Reservations, or attempts, of one stage; each is in one list at a time. The newest is first. */
public final class HeldList<T extends Held> {

  private @Nullable T first;
  private int count;

  public void add(T held) {
    held.previous = null;
    held.next = first;
    if (first != null) {
      first.previous = held;
    }
    first = held;
    count++;
  }

  @SuppressWarnings("unchecked") // a list links only its own kind
  public void remove(T held) {
    if (held.previous == null) {
      first = (T) held.next;
    } else {
      held.previous.next = held.next;
    }
    if (held.next != null) {
      held.next.previous = held.previous;
    }
    held.next = null;
    held.previous = null;
    count--;
  }

  /** The newest; null where there is none. */
  public @Nullable T first() {
    return first;
  }

  @SuppressWarnings("unchecked") // a list links only its own kind
  public @Nullable T after(T held) {
    return (T) held.next;
  }

  public int count() {
    return count;
  }
}
