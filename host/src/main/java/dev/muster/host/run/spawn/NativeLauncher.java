package dev.muster.host.run.spawn;

import java.io.IOException;

/** Starts processes by one call into the C library. */
final class NativeLauncher implements Launcher {

  private final Reaper reaper;
  private final Starters starters;

  NativeLauncher(String name) throws IOException {
    this.reaper = new Reaper(name);
    this.starters = new Starters(name);
  }

  @Override
  public Child start(Start start, Birthplace place) throws IOException {
    var adapted = place.adapt(start);
    int pid = starters.start(place, () -> PosixSpawn.start(adapted));
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

  @Override
  public void close() {
    starters.close();
    reaper.close();
  }
}
