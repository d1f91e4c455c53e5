package dev.muster.process.executor;

import java.time.Duration;

/**
 * What a pool of executors holds itself to.
 *
 * @param executors how many processes of ours there may be; the next ones wait for one to be idle
 * @param idle how long one is kept that nobody calls
 * @param start how long one may take from its start to the end of its handshake
 * @param obey how long a call may go on after it was told to end by force
 */
public record PoolLimits(int executors, Duration idle, Duration start, Duration obey) {
  public static final PoolLimits STANDARD =
      new PoolLimits(16, Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(100));

  public static final int MAX_ARGUMENT_BYTES = 1 << 20;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int MOST_DOUBLINGS = 6;

  /** How long to wait with the next start after so many crashes in a row; not after the first. */
  static Duration pauseAfter(int crashes) {
    if (crashes <= 1) {
      return Duration.ZERO;
    }
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(crashes - 2, MOST_DOUBLINGS));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }
}
