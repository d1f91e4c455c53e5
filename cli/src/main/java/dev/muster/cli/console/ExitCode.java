package dev.muster.cli.console;

import dev.muster.model.JobState;

/** The exit codes. Scripts depend on these numbers. */
public final class ExitCode {

  public static final int DONE = 0;

  /** Bad usage, a bad job file, or no cell to run it. */
  public static final int USAGE = 1;

  public static final int JOB_FAILED = 2;
  public static final int INFEASIBLE = 3;

  /** A right, a quota or a limit stands against it. */
  public static final int REFUSED = 4;

  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  public static int of(JobState end) {
    return switch (end) {
      case SUCCEEDED -> DONE;
      case FAILED -> JOB_FAILED;
      case INFEASIBLE -> INFEASIBLE;
      case CANCELLED -> INTERRUPTED;
      case QUEUED, RUNNING -> throw new IllegalArgumentException(end + " is no end");
    };
  }
}
