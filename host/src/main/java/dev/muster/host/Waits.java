package dev.muster.host;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Waiting for an end: bounded, and not cut short by an interrupt, which is kept for later. */
public final class Waits {
  @FunctionalInterface
  private interface Wait {
    boolean overAfter(long ns) throws InterruptedException;
  }

  private Waits() {}

  public static boolean join(Thread thread, Duration limit) {
    return thread.getState() == Thread.State.NEW
        || until(limit, ns -> thread.join(Duration.ofNanos(ns)));
  }

  public static boolean join(ExecutorService threads, Duration limit) {
    return until(limit, ns -> threads.awaitTermination(ns, TimeUnit.NANOSECONDS));
  }

  public static void pause(Duration length) {
    until(
        length,
        ns -> {
          TimeUnit.NANOSECONDS.sleep(ns);
          return true;
        });
  }

  private static boolean until(Duration limit, Wait wait) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return wait.overAfter(Math.max(0, deadline - System.nanoTime()));
        } catch (InterruptedException impatient) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
