package dev.muster.core.fake;

import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import java.util.concurrent.atomic.AtomicLong;

/** A log that commits whatever a test wants, in the order in which it is asked to. */
public final class Committed {

  private static final AtomicLong SEQUENCE = new AtomicLong();

  private Committed() {}

  /** With the next id of the first term. */
  public static EntryCommitted next(LogEntry entry) {
    return new EntryCommitted(id(), entry);
  }

  public static EntryId id() {
    return new EntryId(1, SEQUENCE.incrementAndGet());
  }
}
