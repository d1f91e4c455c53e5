package dev.muster.process.guard;

import dev.muster.process.linux.Signals;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a node that died is started again, and after how long: at once the first time, later and
 * later if it does not live, and not for ever.
 */
final class RestartPolicy {
  /** A node that says so with its exit code is started again as well. */
  static final int AGAIN = 75;

  static final Duration STABLE = Duration.ofMinutes(1);

  static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** How many crashes in a row, none of them after a stable time, are too many. */
  static final int LIMIT = 100;

  /** What a process ends with that was asked to. */
  static final int TERMINATE = Signals.BASE + Signals.TERM;

  private static final int HANGUP = Signals.BASE + Signals.HANGUP;
  private static final int INTERRUPT = Signals.BASE + Signals.INTERRUPT;

  private int crashes;

  Optional<Duration> after(int exitCode, Duration uptime) {
    if (!isCrash(exitCode)) {
      return Optional.empty();
    }
    crashes = uptime.compareTo(STABLE) < 0 ? crashes + 1 : 1;
    if (crashes > LIMIT) {
      return Optional.empty();
    }
    return Optional.of(pause(crashes - 1));
  }

  private static Duration pause(int earlier) {
    if (earlier == 0) {
      return Duration.ZERO;
    }
    long millis = FIRST_PAUSE.toMillis() << Math.min(earlier - 1, Integer.SIZE);
    return Duration.ofMillis(Math.min(millis, LONGEST_PAUSE.toMillis()));
  }

  /** Whoever ends with a code of his own meant to end; so did who was asked to by a signal. */
  static boolean isCrash(int exitCode) {
    return switch (exitCode) {
      case AGAIN -> true;
      case HANGUP, INTERRUPT, TERMINATE -> false;
      default -> exitCode > Signals.BASE;
    };
  }
}
