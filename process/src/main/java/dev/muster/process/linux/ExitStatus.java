package dev.muster.process.linux;

import dev.muster.model.Usage;

/**
 * How a process ended.
 *
 * @param exitCode 128 + n for signal n
 * @param usage of the process and those of its children that it has waited for
 */
public record ExitStatus(int exitCode, Usage usage) {
  /** It has ended, and nobody can say how any more. */
  public static final ExitStatus UNKNOWN = new ExitStatus(-1, Usage.NONE);

  public boolean isKnown() {
    return exitCode >= 0;
  }
}
