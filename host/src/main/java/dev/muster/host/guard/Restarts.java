package dev.muster.host.guard;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether a node that died is started again, and after how long: at once the first time, later and
 * later if it does not live, and not for ever.
 */
final class Restarts {

  /** A node that says so with its exit code is started again as well. */
  static final int AGAIN = 75;

  /** One that lived so long is not one that cannot live. */
  static final Duration LIFE = Duration.ofMinutes(1);

  static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** How many deaths in a row, none of them after a life, are too many. */
  static final int LIMIT = 100;

  private static final int SIGNAL_BASE = 128;

  /** What a process ends with that was asked to. */
  static final int TERMINATE = SIGNAL_BASE + 15;

  private static final int HANGUP = SIGNAL_BASE + 1;
  private static final int INTERRUPT = SIGNAL_BASE + 2;

  private int inARow;

  /** How long to wait before it is started again; empty if it is not. */
  Optional<Duration> after(int exitCode, Duration lived) {
    if (!isAccident(exitCode)) {
      return Optional.empty();
    }
    inARow = lived.compareTo(LIFE) < 0 ? inARow + 1 : 1;
    if (inARow > LIMIT) {
      return Optional.empty();
    }
    return Optional.of(pause(inARow - 1));
  }

  private static Duration pause(int earlier) {
    if (earlier == 0) {
      return Duration.ZERO;
    }
    long millis = FIRST_PAUSE.toMillis() << Math.min(earlier - 1, Integer.SIZE);
    return Duration.ofMillis(Math.min(millis, LONGEST_PAUSE.toMillis()));
  }

  /** Whoever ends with a code of his own meant to end; so did who was asked to by a signal. */
  static boolean isAccident(int exitCode) {
    return switch (exitCode) {
      case AGAIN -> true;
      case HANGUP, INTERRUPT, TERMINATE -> false;
      default -> exitCode > SIGNAL_BASE;
    };
  }
}
