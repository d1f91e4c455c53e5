package dev.muster.core.loop;

/** The one door from the core to the world. Each driver has its own way behind it. */
public interface Effects {

  /** Sends a message that may be lost, doubled or overtaken by another. */
  <E extends Event> void send(Address<E> to, E event);

  /** Asks for a {@code Wake} with this token, not before the given time. */
  void wake(long atNs, long token);

  /** Puts a decision into the log; it comes back as {@code Committed} once it is safe. */
  void append(LogEntry entry);

  /** Starts a task on this node's machine; its end comes back as {@code Exited}. */
  void launch(long run, Work work);

  /** Ends a run: politely first, by force when the politeness has run out. */
  void kill(long run, boolean force);

  /** Tells whoever sits outside of the cell; not a message, so it is neither lost nor doubled. */
  void tell(Event news);

  /** Says that deciding this took so long: modelled in {@code sim}, measured in {@code host}. */
  void busy(long ns);
}
