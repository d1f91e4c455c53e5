package dev.muster.core.actor;

/** The one door from the core to the world. Each driver has its own way behind it. */
public interface Effects {

  /** Sends a message that may be lost, doubled or overtaken by another. */
  <E extends Event> void send(Address<E> to, E event);

  /** Asks for a {@code Wake} with this timer, not before the given time. */
  void wake(long atNs, Timer timer);

  /** Puts a decision into the log; it comes back as {@code Committed} once it is safe. */
  void append(LogEntry entry);

  /** Starts a task on this node's machine; its end comes back as {@code Exited}. */
  void launch(Launch launch);

  /** Ends a run: politely first, by force when the politeness has run out. */
  void kill(long run, boolean force);

  /** Sets how much of the machine a run may have from now on. */
  void pace(long run, Pace pace);

  /** Its result is on record with its scheduler: nothing of this run need be remembered. */
  void forget(long run);

  /** Brings the files of a task to this machine before it starts; nothing comes back. */
  void fetch(Work work);

  /** Publishes to whoever watches the cell; not a message, so neither lost nor doubled. */
  void publish(Event event);

  /** Says that deciding this took so long: modelled in {@code sim}, measured in {@code host}. */
  void busy(long ns);
}
