package dev.muster.host.run.spawn;

import java.io.IOException;

/** Starts processes by one call into the C library. */
final class NativeLauncher implements Launcher {

  private final Register register;
  private final Reaper reaper;
  private final Starters starters;

  NativeLauncher(String name, Register register) throws IOException {
    this.register = register;
    this.reaper = new Reaper(name);
    this.starters = new Starters(name);
  }

  @Override
  public Child start(Start start, Birthplace place) throws IOException {
    var adapted = place.adapt(start);
    int pid = Crowded.persist(() -> starters.start(place, () -> PosixSpawn.start(adapted)));
    var child = new NativeChild(birth(pid), register);
    try {
      reaper.watch(pid, child);
      return child;
    } catch (IOException unwatched) {
      Kernel.signal(-pid, Kernel.KILL);
      Kernel.await(pid);
      throw unwatched;
    }
  }

  /** Not buried before it is watched, so it is there. */
  private Birth birth(int pid) {
    return register.equals(Register.NONE) ? new Birth(pid, 0) : Birth.of(pid).orElseThrow();
  }

  @Override
  public Child adopt(Birth birth, Obituaries obituaries) throws IOException {
    var foundling = new Foundling(birth, obituaries);
    if (!birth.isThere() || !reaper.watchIfThere(birth, foundling)) {
      foundling.bury();
    }
    return foundling;
  }

  @Override
  public void close() {
    starters.close();
    reaper.close();
  }
}
