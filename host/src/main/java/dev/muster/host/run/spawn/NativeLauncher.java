package dev.muster.host.run.spawn;

import java.io.IOException;
import java.time.Duration;

/** Starts processes by one call into the C library. */
final class NativeLauncher implements Launcher {

  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final Reaper reaper;
  private final Starters starters;

  NativeLauncher(String name) throws IOException {
    this.reaper = new Reaper(name);
    this.starters = new Starters(name);
  }

  @Override
  public void execute(Runnable work) {
    starters.execute(work);
  }

  @Override
  public Child start(Start start, Birthplace place) throws IOException {
    var adapted = place.adapt(start);
    try {
      place.enter();
      return spawn(adapted);
    } catch (IOException refused) {
      place.leave();
      throw refused;
    }
  }

  private NativeChild spawn(Start start) throws IOException {
    int pid = PosixSpawn.start(start);
    try {
      return new NativeChild(pid, Kernel.openProcess(pid), reaper);
    } catch (IOException noDescriptorLeft) {
      Kernel.signal(-pid, Kernel.KILL);
      Kernel.await(pid);
      throw noDescriptorLeft;
    }
  }

  @Override
  public void stop(Duration limit) {
    starters.stop(limit);
  }

  @Override
  public void close() {
    starters.stop(STOP_LIMIT);
    reaper.close();
  }
}
