package dev.muster.host.run;

import dev.muster.host.file.Retention;
import dev.muster.host.run.cgroup.Groups;
import java.time.Duration;

/**
 * What a machine grants every task beyond the resources that it asked for.
 *
 * @param logBytes how much is kept of either stream; of a longer one, the head and the tail
 * @param outputBytes how much an attempt may have in its directories
 * @param processes how many processes and threads a task may have at a time
 * @param user whose rights tasks have; empty for those of this process
 * @param keepOutputs how long what tasks left stays after the end of their job
 */
public record Terms(
    long logBytes, long outputBytes, int processes, String user, Duration keepOutputs) {

  public static final long LOG_BYTES = 64L << 20;
  public static final long OUTPUT_BYTES = 16L << 30;
  public static final int PROCESSES = Groups.PROCESSES;

  public static final Terms STANDARD =
      new Terms(LOG_BYTES, OUTPUT_BYTES, PROCESSES, "", Retention.DEFAULT_LIFE);

  public Terms withLogBytes(long bytes) {
    return new Terms(bytes, outputBytes, processes, user, keepOutputs);
  }

  public Terms withOutputBytes(long bytes) {
    return new Terms(logBytes, bytes, processes, user, keepOutputs);
  }

  public Terms withProcesses(int count) {
    return new Terms(logBytes, outputBytes, count, user, keepOutputs);
  }

  public Terms withUser(String name) {
    return new Terms(logBytes, outputBytes, processes, name, keepOutputs);
  }

  public Terms withKeepOutputs(Duration life) {
    return new Terms(logBytes, outputBytes, processes, user, life);
  }
}
