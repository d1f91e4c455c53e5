package dev.muster.host.run.spawn;

/** A process that was started or taken over here and has not been forgotten yet. */
public interface Child {

  /** Which process it is; without its time where nobody keeps a register of deaths. */
  Birth birth();

  /** Asks it and all of its family to end, or ends them by force; nothing if it is over. */
  void end(boolean force);

  /** Waits for its end. */
  Ended await() throws InterruptedException;
}
