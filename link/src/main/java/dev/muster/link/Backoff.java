package dev.muster.link;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before dialling again: twice as long each time up to a limit, and by chance up
 * to half of that less, so that not all nodes of a cell come back at once.
 */
final class Backoff {

  static final Duration FIRST = Duration.ofMillis(50);
  static final Duration LONGEST = Duration.ofSeconds(5);

  private Duration next = FIRST;

  Duration pause() {
    var whole = next;
    var doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    long halfNs = whole.toNanos() / 2;
    return Duration.ofNanos(halfNs + ThreadLocalRandom.current().nextLong(halfNs + 1));
  }

  void reset() {
    next = FIRST;
  }
}
