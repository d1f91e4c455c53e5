package dev.muster.model;

/**
 * The result of one attempt.
 *
 * @param exitCode of the process, 128 + n for signal n, -1 where none ran
 * @param detail for the user: the last lines of error output, or why the attempt did not start;
 *     empty on success
 * @param outputBytes the size of the output on the node; at least 1 where there is any output, be
 *     it an empty file
 */
public record RunResult(
    Outcome outcome, int exitCode, String detail, Usage usage, long outputBytes) {

  private static final int SIGNAL_BASE = 128;
  private static final int LAST_SIGNAL = 64;

  public static final RunResult SUCCESS = of(Outcome.SUCCEEDED, 0, "");

  /** Without output and usage. */
  public static RunResult of(Outcome outcome, int exitCode, String detail) {
    return new RunResult(outcome, exitCode, detail, Usage.NONE, 0);
  }

  public static RunResult failed(int exitCode, String detail) {
    return of(Outcome.FAILED, exitCode, detail);
  }

  public static RunResult notStarted(String why) {
    return of(Outcome.NOT_STARTED, -1, why);
  }

  /** Of an attempt with an unknown end. */
  public static RunResult lost(String why) {
    return of(Outcome.LOST, -1, why);
  }

  public RunResult withUsage(Usage measured) {
    return new RunResult(outcome, exitCode, detail, measured, outputBytes);
  }

  /** With output, which may be empty. */
  public RunResult withOutput(long bytes) {
    return new RunResult(outcome, exitCode, detail, usage, Math.max(1, bytes));
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
