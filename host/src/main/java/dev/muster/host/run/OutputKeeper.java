package dev.muster.host.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Sees to it that a run does not fill the disk. Looking takes longer the more files there are, so
 * it is done now and then: never in the first moments, and at most {@code 1/SHARE} of the time
 * after that. Of one thread.
 */
final class OutputKeeper {

  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);
  private static final int SHARE = 100;

  private final List<Path> directories;
  private final long limitBytes;
  private long nextTick = System.nanoTime() + FIRST_LOOK.toNanos();

  OutputKeeper(List<Path> directories, long limitBytes) {
    this.directories = directories;
    this.limitBytes = limitBytes;
  }

  /** Whether it has more than it may, as far as was looked. */
  boolean isOver() {
    long startTick = System.nanoTime();
    if (startTick - nextTick < 0) {
      return false;
    }
    boolean over = DiskUse.isMoreThan(limitBytes, directories);
    long tookNs = System.nanoTime() - startTick;
    nextTick = startTick + Math.max(FIRST_LOOK.toNanos(), tookNs * SHARE);
    return over;
  }
}
