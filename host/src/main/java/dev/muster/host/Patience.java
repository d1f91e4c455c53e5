package dev.muster.host;

import java.time.Duration;

/** Waiting for the end of threads: bounded, and not cut short by an interrupt. */
public final class Patience {

  private Patience() {}

  /** Whether the thread ended in time. An interrupt is kept for later. */
  public static boolean join(Thread thread, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    while (thread.isAlive() && deadline - System.nanoTime() > 0) {
      try {
        thread.join(Duration.ofNanos(deadline - System.nanoTime()));
      } catch (InterruptedException impatient) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
