package dev.muster.process.executor;

import dev.muster.executor.frame.Protocol;

/**
 * Receives what came of a call: one of these, once. On a thread that others wait for, so it does
 * not block.
 */
public interface Caller {
  void returned(byte[] result, long cpuNs);

  void failed(Protocol.ErrorReason reason, String detail, long cpuNs);

  /** The executor is gone without an answer; the exit code is -1 where it is not known. */
  void lost(Loss loss, int exitCode, String detail);

  void notCalled(String why);

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
