package dev.muster.process;

import dev.muster.files.fetch.Retention;
import dev.muster.process.cgroup.Cgroups;
import java.time.Duration;

/**
 * What a runtime grants every task beyond the resources that it asked for.
 *
 * @param user whose rights tasks have; empty for those of this process
 * @param keepOutputs how long what tasks left stays after the end of their job
 */
public record RunOptions(AttemptLimits limits, String user, Duration keepOutputs) {
  public static final RunOptions STANDARD =
      new RunOptions(AttemptLimits.STANDARD, "", Retention.DEFAULT_PERIOD);

  /**
   * What a task may use of disks and of the process table: bytes kept of each log, bytes in its
   * directories, processes and threads at a time.
   */
  public record AttemptLimits(long logBytes, long outputBytes, int processes) {
    public static final AttemptLimits STANDARD =
        new AttemptLimits(64L << 20, 16L << 30, Cgroups.PROCESSES);
  }
}
