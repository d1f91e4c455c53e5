package dev.muster.process.executor;

import dev.muster.executor.frame.Protocol;

/**
 * Receives what came of a call: one of these, once. On a thread that others wait for, so it does
 * not block.
 */
public interface Caller {
  void returned(byte[] result, long cpuNs);

  /** The executor answers that there is no result. */
  void failed(Protocol.ErrorReason reason, String detail, long cpuNs);

  /**
   * The executor is gone and gave no answer.
   *
   * @param exitCode of its process; -1 where it is not known
   */
  void lost(Loss loss, int exitCode, String detail);

  /** No executor ever had the call. */
  void notCalled(String why);

  /** Why an executor ended while it had calls. */
  enum Loss {
    CRASHED,
    /** All of it together wanted more memory than it has. */
    OUT_OF_MEMORY,
    LOG_LIMIT,
    /** This call did not end when it was told to. */
    DISOBEYED,
    /** Another of its calls did not end when it was told to. */
    BYSTANDER
  }
}
