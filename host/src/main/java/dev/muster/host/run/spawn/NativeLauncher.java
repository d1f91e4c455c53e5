package dev.muster.host.run.spawn;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes by one call into the C library. Its starter threads are of the kernel's own: a
 * birthplace is entered by a kernel thread, and nothing else may run on it until it is back.
 */
final class NativeLauncher implements Launcher {

  /** The kernel holds a starter until its program executes; more of them than this only wait. */
  private static final int STARTERS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private final ExecutorService starters;
  private final Reaper reaper;

  NativeLauncher(String name) throws IOException {
    this.reaper = new Reaper(name);
    this.starters =
        Executors.newFixedThreadPool(
            STARTERS, Thread.ofPlatform().name("starter-" + name + "-", 0).daemon().factory());
  }

  @Override
  public Child start(Start start, Birthplace place) throws IOException {
    try {
      return starters.submit(() -> startHere(place.adapt(start), place)).get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException refused ? refused : new IOException(failed);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private Child startHere(Start start, Birthplace place) throws IOException {
    int pid = spawn(start, place);
    var child = new NativeChild(pid);
    try {
      reaper.watch(pid, child);
      return child;
    } catch (IOException unwatched) {
      Kernel.signal(-pid, Kernel.KILL);
      Kernel.await(pid);
      throw unwatched;
    }
  }

  private static int spawn(Start start, Birthplace place) throws IOException {
    place.enter();
    try {
      return PosixSpawn.start(start);
    } finally {
      place.leave();
    }
  }

  @Override
  public void close() {
    starters.close();
    reaper.close();
  }
}
