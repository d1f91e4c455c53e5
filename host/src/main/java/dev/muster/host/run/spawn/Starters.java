package dev.muster.host.run.spawn;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads on which processes begin. They are of the kernel's own: a birthplace is entered by a
 * kernel thread, and nothing else may run on it until it is back.
 */
final class Starters implements AutoCloseable {

  /** The kernel holds a starter until its program executes; more of them than this only wait. */
  private static final int COUNT = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final ExecutorService threads;

  Starters(String name) {
    this.threads =
        Executors.newFixedThreadPool(
            COUNT, Thread.ofPlatform().name("starter-" + name + "-", 0).daemon().factory());
  }

  /** What the call gives, which one of them makes while the thread is in that place. */
  <T> T start(Birthplace place, Callable<T> call) throws IOException {
    try {
      return threads.submit(() -> callIn(place, call)).get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException refused ? refused : new IOException(failed);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private static <T> T callIn(Birthplace place, Callable<T> call) throws Exception {
    try {
      place.enter();
      return call.call();
    } finally {
      place.leave();
    }
  }

  @Override
  public void close() {
    threads.close();
  }
}
