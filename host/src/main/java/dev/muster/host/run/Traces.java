package dev.muster.host.run;

/**
 * What an attempt has left on disk, seen once after its end.
 *
 * @param output whether anything is in its output directory
 * @param work whether anything is where it ran, or is no longer as it was made
 */
record Traces(long stdoutBytes, long stderrBytes, boolean output, boolean work) {

  static final Traces UNKNOWN = new Traces(0, 0, true, true);

  static Traces of(Attempt attempt) {
    return new Traces(
        new LogFile(attempt.stdout()).size(),
        new LogFile(attempt.stderr()).size(),
        attempt.hasOutput(),
        attempt.hasWork());
  }

  /** Whether it wrote nothing to its logs. */
  boolean quiet() {
    return stdoutBytes == 0 && stderrBytes == 0;
  }

  /** Whether its directories are as they were made, and its logs empty. */
  boolean none() {
    return quiet() && !output && !work;
  }
}
