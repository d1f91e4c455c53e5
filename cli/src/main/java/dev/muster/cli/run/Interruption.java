package dev.muster.cli.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into an orderly end.
 *
 * <p>The JVM answers a signal by running its shutdown hooks and halting with the signal's code (130
 * for Ctrl-C). This hook cancels what runs, then holds the JVM until the command has ended its
 * processes, said so and closed this.
 */
final class Interruption implements AutoCloseable {

  /** Longer than a task that ignores SIGTERM is given before it is killed. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A signal that has reached others must have reached this process, but perhaps not its hook. */
  private static final Duration SOON = Duration.ofMillis(500);

  private final CountDownLatch signalled = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "interruption");
  private Runnable cancel = () -> {};

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What to do on a signal; at once if it has come already. */
  synchronized void onSignal(Runnable action) {
    cancel = action;
    if (requested()) {
      action.run();
    }
  }

  boolean requested() {
    return signalled.getCount() == 0;
  }

  /** As {@link #requested}, where there is reason to believe that a signal is on its way. */
  boolean requestedSoon() throws InterruptedException {
    return signalled.await(SOON.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void interrupt() {
    request();
    try {
      if (!over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        System.err.println("muster: gave up waiting for the end of the job");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void request() {
    signalled.countDown();
    cancel.run();
  }

  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal came: the hook runs, and the JVM ends with it.
    }
  }
}
