package dev.muster.core.actor;

import dev.muster.model.Tier;

/** The only way out of the core. Each driver implements the effects. */
public interface Effects {

  /** Sends a message, which may be lost, duplicated or overtaken. */
  <E extends Event> void send(Address<E> to, E event);

  /** Sets a timer: a {@code Wake} follows, not before the given time. */
  void wake(long atNs, Timer timer);

  /**
   * Appends an entry to the log. {@code EntryCommitted} follows once it is committed, {@code
   * AppendRefused} where it never will be, and neither where the leader is replaced meanwhile.
   */
  void append(EntryId id, LogEntry entry);

  /** Launches a run on the node's machine; {@code RunExited} follows. */
  void launch(Launch launch);

  /** Ends a run: with a signal to terminate, or by force. */
  void kill(long run, boolean force);

  /** Sets the pace of a run. */
  void pace(long run, Pace pace);

  /** The result of the run is acknowledged; the journal may drop the run. */
  void forget(long run);

  /** Fetches the files of a task of this tier before its run; no event follows. */
  void fetch(Work work, Tier tier);

  /** Measures what the watched runs of the machine have used; {@code RunsMeasured} follows. */
  void measure();

  /** Publishes to subscribers of the cell; never lost or duplicated. */
  void publish(Event event);

  /** Think time of this step: modelled in {@code sim}, measured in {@code host}. */
  void busy(long ns);
}
