package dev.muster.model;

/** How one attempt of a task ended. */
public enum Outcome {
  SUCCEEDED,
  /** It ran and ended with another exit code than 0, or by a signal. */
  FAILED,
  /** It could not be started at all: no such command, no such directory. */
  NOT_STARTED,
  TIMED_OUT,
  /** It wrote more to its logs than a task may, where long logs cannot be thinned. */
  LOG_LIMIT,
  /** It had more in its directories than a task may. */
  OUTPUT_LIMIT,
  /** It wanted more memory than it had asked for. */
  OUT_OF_MEMORY,
  /** Muster ended it because a guaranteed task needed its resources. */
  EVICTED,
  /** Muster ended it because nobody wants its result any more. */
  KILLED,
  /** Something of ours died, and nobody knows how it ended; it is over. */
  LOST;

  /** Whether the attempt itself is to blame, so that it counts against the task's retries. */
  public boolean costsAnAttempt() {
    return this != SUCCEEDED && this != EVICTED && this != KILLED && this != LOST;
  }
}
