package dev.muster.model;

import java.util.List;

/**
 * The result of one attempt.
 *
 * @param exitCode of the process, 128 + n for signal n, -1 where none ran
 * @param detail for the user: the last lines of error output, or why the attempt did not start;
 *     empty on success
 * @param outputBytes the size of the output on the node; at least 1 where there is any output, be
 *     it an empty file
 * @param outlivesNode whether the output lies in the home of the cell, where others find it after
 *     the node is gone
 * @param lostInputs the inputs without which the attempt could not begin
 */
public record RunResult(
    Outcome outcome,
    int exitCode,
    String detail,
    Usage usage,
    long outputBytes,
    boolean outlivesNode,
    LostInputs lostInputs) {

  /**
   * Outputs of one stage that whoever should have them no longer has; none where a node does not
   * answer that may still have them.
   *
   * @param tasks at most {@link #MAX_TASKS}; the next attempt names others
   */
  public record LostInputs(String stage, List<Integer> tasks) {

    public static final int MAX_TASKS = 10_000;

    public static final LostInputs NONE = new LostInputs("", List.of());

    public boolean isNone() {
      return tasks.isEmpty();
    }

    public LostInputs {
      tasks = List.copyOf(tasks.subList(0, Math.min(tasks.size(), MAX_TASKS)));
    }
  }

  private static final int SIGNAL_BASE = 128;
  private static final int LAST_SIGNAL = 64;

  public static final RunResult SUCCESS = of(Outcome.SUCCEEDED, 0, "");

  /** Without output and usage. */
  public static RunResult of(Outcome outcome, int exitCode, String detail) {
    return new RunResult(outcome, exitCode, detail, Usage.NONE, 0, false, LostInputs.NONE);
  }

  public static RunResult failed(int exitCode, String detail) {
    return of(Outcome.FAILED, exitCode, detail);
  }

  /** Of an attempt that its node could not start. */
  public static RunResult notStarted(String why) {
    return of(Outcome.NOT_STARTED, -1, why);
  }

  /** Of an attempt that no node could start. */
  public static RunResult unstartable(String why) {
    return of(Outcome.UNSTARTABLE, -1, why);
  }

  /** Of an attempt with an unknown end. */
  public static RunResult lost(String why) {
    return of(Outcome.LOST, -1, why);
  }

  /** Of an attempt that lacks inputs; none are named where they may still be had. */
  public static RunResult inputMissing(String why, LostInputs lost) {
    return new RunResult(Outcome.INPUT_MISSING, -1, why, Usage.NONE, 0, false, lost);
  }

  public RunResult withUsage(Usage measured) {
    return new RunResult(
        outcome, exitCode, detail, measured, outputBytes, outlivesNode, lostInputs);
  }

  /** With output on the disk of the node, which may be empty. */
  public RunResult withOutput(long bytes) {
    return new RunResult(
        outcome, exitCode, detail, usage, Math.max(1, bytes), outlivesNode, lostInputs);
  }

  /** With its output, if there is any, in the home of the cell. */
  public RunResult withSharedOutput() {
    return outputBytes == 0
        ? this
        : new RunResult(outcome, exitCode, detail, usage, outputBytes, true, lostInputs);
  }

  /** Whether there is an output that is lost with its node. */
  public boolean hasOutputOnNode() {
    return succeeded() && outputBytes > 0 && !outlivesNode;
  }

  /** The signal that ended the process; 0 for none. */
  public int signal() {
    int signal = exitCode - SIGNAL_BASE;
    return signal > 0 && signal <= LAST_SIGNAL ? signal : 0;
  }

  public boolean succeeded() {
    return outcome == Outcome.SUCCEEDED;
  }
}
