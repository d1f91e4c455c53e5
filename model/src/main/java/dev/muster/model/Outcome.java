package dev.muster.model;

/** How one attempt of a task ended. */
public enum Outcome {
  SUCCEEDED,
  /** Ended with an exit code other than 0, or by a signal. */
  FAILED,
  /** The node could not start the task: no space, no process, no directories. */
  NOT_STARTED,
  TIMED_OUT,
  /** Exceeded the limit of log bytes, where long logs cannot be thinned. */
  LOG_LIMIT,
  /** Exceeded the limit of bytes in its directories. */
  OUTPUT_LIMIT,
  /** Exceeded the memory of its demand. */
  OUT_OF_MEMORY,
  /** Ended by Muster: a guaranteed task needed the resources. */
  EVICTED,
  /** Ended by Muster: the result is no longer needed. */
  KILLED,
  /** Over, with an unknown end: the node or the machine died. */
  LOST,
  /** Never began: an input is lost, or the node that has it does not answer. */
  INPUT_MISSING,
  /** Cannot be started as it is: no such command, no such file. */
  UNSTARTABLE;

  /** Whether the task itself failed, so that the attempt costs a retry. */
  public boolean costsAnAttempt() {
    return switch (this) {
      case FAILED, TIMED_OUT, LOG_LIMIT, OUTPUT_LIMIT, OUT_OF_MEMORY, UNSTARTABLE -> true;
      case SUCCEEDED, NOT_STARTED, EVICTED, KILLED, LOST, INPUT_MISSING -> false;
    };
  }
}
