package dev.muster.host.run.spawn;

/** A process whose end the {@link Reaper} waits for. */
interface Watched {

  /** To be called when it is dead. Whether that is so, and all is done. */
  boolean bury();
}
