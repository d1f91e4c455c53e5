package dev.muster.host.run.spawn;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Starts processes, and has the threads that can do so. */
public interface Launcher extends Executor, AutoCloseable {

  /** The best that this computer has. */
  static Launcher open(String name) throws IOException {
    if (Glibc.isHere()) {
      return new NativeLauncher(name);
    }
    Glibc.sayOnceThatItIsMissing();
    return new JdkLauncher(name);
  }

  /** Does this on a thread that may start processes; refuses once it has been stopped. */
  @Override
  void execute(Runnable work);

  /**
   * Starts a process there. The calling thread is in that place afterwards and has to leave it,
   * unless nothing was started.
   */
  Child start(Start start, Birthplace place) throws IOException;

  /** Takes no more work, and waits for what it has. */
  void stop(Duration limit);

  /** To be called when all that was started here has ended. */
  @Override
  void close();
}
