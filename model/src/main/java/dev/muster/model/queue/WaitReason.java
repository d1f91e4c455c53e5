package dev.muster.model.queue;

/** For what a job waits before it is admitted; a short code for scripts. */
public enum WaitReason {
  /** For jobs that go first. */
  PRIORITY,
  /** For tokens of its queue. */
  TOKENS,
  /** For a job of its queue to end. */
  QUEUE_LIMIT,
  /** For another job of its user to end. */
  USER_LIMIT,
  /** The job, or its queue, is suspended. */
  SUSPENDED,
  /** For nodes. */
  RESOURCES
}
