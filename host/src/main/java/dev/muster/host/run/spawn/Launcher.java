package dev.muster.host.run.spawn;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Starts processes, and has the threads that can do so. */
public interface Launcher extends Executor, AutoCloseable {

  /** The best that this computer has. */
  static Launcher open(String name) throws IOException {
    return open(name, Register.NONE);
  }

  /**
   * @param register where the deaths of what is started here are written down
   */
  static Launcher open(String name, Register register) throws IOException {
    if (Glibc.isHere()) {
      return new NativeLauncher(name, register);
    }
    Glibc.sayOnceThatItIsMissing();
    return new JdkLauncher(name);
  }

  /**
   * Does this on a thread that may start processes, next on the calling thread if that is one;
   * refuses once it has been stopped.
   */
  @Override
  void execute(Runnable work);

  /**
   * Starts a process there. The calling thread is in that place afterwards and has to leave it,
   * unless nothing was started.
   */
  Child start(Start start, Birthplace place) throws IOException;

  /** The same for a caller on a thread of its own: one of ours starts it and has left by then. */
  default Child startElsewhere(Start start, Birthplace place) throws IOException {
    var started = new CompletableFuture<Child>();
    execute(
        () -> {
          try {
            var child = start(start, place);
            place.leave();
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

  /** Takes over a process that another has started; one that is gone has simply ended. */
  Child adopt(Birth birth, Obituaries obituaries) throws IOException;

  /** Takes no more work, and waits for what it has. */
  void stop(Duration limit);

  /** To be called when all that was started here has ended, or is to be left alone. */
  @Override
  void close();
}
