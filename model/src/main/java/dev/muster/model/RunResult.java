package dev.muster.model;

/**
 * What came of one attempt.
 *
 * @param exitCode the process's exit code, 128 + n for signal n, -1 where none ran
 * @param detail what a person needs to see: the last lines of error output, or why it could not
 *     start; empty on success
 * @param outputBytes how much it left for later stages, on the machine where it ran: at least 1 if
 *     it left anything, be it an empty file
 */
public record RunResult(
    Outcome outcome, int exitCode, String detail, Usage usage, long outputBytes) {

  private static final int SIGNAL_BASE = 128;
  private static final int LAST_SIGNAL = 64;

  public static final RunResult SUCCESS = of(Outcome.SUCCEEDED, 0, "");

  /** Of an attempt that left nothing, and of which it is not known what it used. */
  public static RunResult of(Outcome outcome, int exitCode, String detail) {
    return new RunResult(outcome, exitCode, detail, Usage.NONE, 0);
  }

  public static RunResult failed(int exitCode, String detail) {
    return of(Outcome.FAILED, exitCode, detail);
  }

  public static RunResult notStarted(String why) {
    return of(Outcome.NOT_STARTED, -1, why);
  }

  /** Of one that is over, and nobody knows how it ended. */
  public static RunResult lost(String why) {
    return of(Outcome.LOST, -1, why);
  }

  public RunResult withUsage(Usage measured) {
    return new RunResult(outcome, exitCode, detail, measured, outputBytes);
  }

  /** Of one that left something, which may be empty. */
  public RunResult withOutput(long bytes) {
    return new RunResult(outcome, exitCode, detail, usage, Math.max(1, bytes));
  }

  /** The number of the signal that ended it; 0 where none did. */
  public int signal() {
    int signal = exitCode - SIGNAL_BASE;
    return signal > 0 && signal <= LAST_SIGNAL ? signal : 0;
  }

  public boolean succeeded() {
    return outcome == Outcome.SUCCEEDED;
  }
}
