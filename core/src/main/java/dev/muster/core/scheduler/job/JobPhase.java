package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a job at its scheduler.
 *
 * <pre>
 *   COUNTING --all attempts of older epochs are known--> RUNNING --end decided--> CLOSING
 *                                                                                    | no attempt
 *                                                                                    v is left
 *                                                                                   OVER
 * </pre>
 */
public enum JobPhase implements Lifecycle.State<JobPhase> {
  /** Taken over: nodes may have attempts that are not known here, so nothing starts. */
  COUNTING,
  RUNNING,
  /** Succeeded, failed or cancelled: starts nothing more and waits for its attempts to end. */
  CLOSING,
  OVER;

  @Override
  public boolean mayBecome(JobPhase next) {
    return switch (this) {
      case COUNTING -> next == RUNNING;
      case RUNNING -> next == CLOSING;
      case CLOSING -> next == OVER;
      case OVER -> false;
    };
  }
}
