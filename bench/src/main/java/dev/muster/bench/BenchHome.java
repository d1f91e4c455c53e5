package dev.muster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The directory of a benchmark, gone when that ends. A signal interrupts the thread that made it
 * and holds the JVM until that has ended its processes and closed this.
 */
final class BenchHome implements AutoCloseable {

  /** Longer than nodes take to end when they are asked to. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path path;
  private final Thread bench = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "interruption");

  private BenchHome(Path path) {
    this.path = path;
  }

  static BenchHome create() throws IOException {
    var home = new BenchHome(Files.createTempDirectory("muster-bench-"));
    Runtime.getRuntime().addShutdownHook(home.hook);
    return home;
  }

  Path path() {
    return path;
  }

  private void interrupt() {
    bench.interrupt();
    try {
      if (!over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        System.err.println("muster: gave up waiting for the end of the benchmark; see " + path);
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      delete();
    } finally {
      over.countDown();
      unhook();
    }
  }

  private void delete() throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void unhook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException signalled) {
      // The hook runs, and the JVM ends with it.
    }
  }
}
