package dev.muster.host.run.executor;

import dev.muster.core.actor.Pace;
import org.jspecify.annotations.Nullable;

/** One call, from whoever wants it to its answer. Its state is guarded by the lock of its place. */
public final class Call {

  private final Place place;
  private final String function;
  private final byte[] argument;
  private final Caller caller;

  /** The executor that has it; null while it waits, and once it is answered. */
  @Nullable Crew crew;

  /** Its number there. */
  long number;

  Pace pace;
  boolean cancelled;
  boolean disobeyed;

  Call(Place place, String function, byte[] argument, Pace pace, Caller caller) {
    this.place = place;
    this.function = function;
    this.argument = argument;
    this.pace = pace;
    this.caller = caller;
  }

  String function() {
    return function;
  }

  byte[] argument() {
    return argument;
  }

  Caller caller() {
    return caller;
  }

  /**
   * Asks it to end; with force, its executor ends with it if it has not in a moment. It is answered
   * as ever, and nothing happens if it was.
   */
  public void cancel(boolean force) {
    place.cancel(this, force);
  }

  /** Its executor goes at the best pace that any of its calls has. */
  public void pace(Pace wanted) {
    place.pace(this, wanted);
  }
}
