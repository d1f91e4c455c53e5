package dev.muster.core.scheduler.place.estimated;

/** Why a task has a second attempt. */
public enum CorrectionReason {
  /** An opportunistic task that waits got a token, and does better elsewhere. */
  MOVED,
  /** The node expects a much longer wait than the scheduler did. */
  WAIT_GREW,
  /** The expected wait is far above that of other tasks of the stage. */
  WAIT_ABOVE_AVERAGE,
  /** The task has waited far longer than other tasks of the stage. */
  WAITED_ABOVE_AVERAGE,
  /** The original runs much slower than a copy would. */
  STRAGGLER
}
