package dev.muster.host.run.spawn;

import dev.muster.host.Patience;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads on which processes begin. They are of the kernel's own: a birthplace is entered by a
 * kernel thread, and nothing else may run on it until it is back.
 */
final class Starters {

  /** The kernel holds a starter until its program executes; more of them than this only wait. */
  private static final int COUNT = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private final ExecutorService threads;

  Starters(String name) {
    this.threads =
        Executors.newFixedThreadPool(
            COUNT, Thread.ofPlatform().name("starter-" + name + "-", 0).daemon().factory());
  }

  void execute(Runnable work) {
    threads.execute(work);
  }

  /** Takes no more work, and waits for what it has. */
  void stop(Duration limit) {
    threads.shutdown();
    Patience.join(threads, limit);
  }
}
