package dev.muster.process.spawn;

import dev.muster.process.linux.Glibc;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Starts processes, and has the threads that can do so. */
public abstract class Launcher implements Executor, AutoCloseable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private final Starters starters;

  Launcher(String name) {
    this.starters = new Starters(name);
  }

  public static Launcher open(String name) throws IOException {
    return open(name, ExitLog.NONE);
  }

  public static Launcher open(String name, ExitLog exitLog) throws IOException {
    if (Glibc.isHere()) {
      return new NativeLauncher(name, exitLog);
    }
    Glibc.sayOnceThatItIsMissing();
    return new JdkLauncher(name);
  }

  /**
   * Does this on a thread that may start processes, next on the calling thread if that is one;
   * refuses once it has been stopped.
   */
  @Override
  public void execute(Runnable work) {
    starters.execute(work);
  }

  /**
   * Starts a process there. The calling thread is in that place afterwards and has to leave it,
   * unless nothing was started.
   */
  public abstract Child start(SpawnRequest start, SpawnTarget target) throws IOException;

  /** The same for a caller on a thread of its own: one of ours starts it and has left by then. */
  public Child startElsewhere(SpawnRequest start, SpawnTarget target) throws IOException {
    var started = new CompletableFuture<Child>();
    execute(
        () -> {
          try {
            var child = start(start, target);
            target.leave();
            started.complete(child);
          } catch (IOException | RuntimeException refused) {
            started.completeExceptionally(refused);
          }
        });
    try {
      return started.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof IOException refused ? refused : new IOException(failed);
    }
  }

  public abstract Child adopt(ProcessId id, ExitLog.ExitLookup exitLookup) throws IOException;

  public void stop(Duration limit) {
    starters.stop(limit);
  }

  /** To be called when all that was started here has ended, or is to be left alone. */
  @Override
  public void close() {
    stop(STOP_LIMIT);
  }
}
