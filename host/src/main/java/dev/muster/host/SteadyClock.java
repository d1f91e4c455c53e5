package dev.muster.host;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * The time of a host: nanoseconds since 1970 as they were at its start, and from then on as much
 * later as really passed, so that it never goes back when somebody sets the system's clock.
 */
final class SteadyClock {

  private final long startNs;
  private final long startTick = System.nanoTime();

  SteadyClock() {
    var now = Instant.now();
    this.startNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  long nowNs() {
    return startNs + (System.nanoTime() - startTick);
  }
}
