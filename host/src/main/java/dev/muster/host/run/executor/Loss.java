package dev.muster.host.run.executor;

/** Why an executor ended while it had calls. */
public enum Loss {
  /** By itself: an exit, a signal, a broken connection. */
  CRASHED,
  /** All of it together wanted more memory than it has. */
  OUT_OF_MEMORY,
  /** It wrote more than a log may have. */
  LOG_LIMIT,
  /** This call did not end when it was told to. */
  DISOBEYED,
  /** Another of its calls did not end when it was told to. */
  BYSTANDER
}
