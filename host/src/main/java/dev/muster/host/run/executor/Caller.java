package dev.muster.host.run.executor;

import dev.muster.executor.frame.ErrorReason;

/**
 * Hears what came of a call: one of these, once. On a thread that others wait for, so it does not
 * block.
 */
public interface Caller {

  void returned(byte[] result, long cpuNs);

  /** The executor answers that there is no result. */
  void failed(ErrorReason reason, String detail, long cpuNs);

  /**
   * The executor is gone and gave no answer.
   *
   * @param exitCode of its process; -1 where it is not known
   */
  void lost(Loss loss, int exitCode, String detail);

  /** No executor ever had the call. */
  void notCalled(String why);
}
