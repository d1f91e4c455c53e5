package dev.muster.host.run.spawn;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;

/** Starts processes by one call into the C library. */
final class NativeLauncher implements Launcher {

  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final Register register;
  private final IntFunction<Optional<Birth>> births;
  private final Reaper reaper;
  private final Starters starters;

  NativeLauncher(String name, Register register) throws IOException {
    this(name, register, Birth::of);
  }

  /**
   * @param births which process has this number
   */
  NativeLauncher(String name, Register register, IntFunction<Optional<Birth>> births)
      throws IOException {
    this.register = register;
    this.births = births;
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
    return Crowded.persist(() -> startIn(place, adapted));
  }

  private Child startIn(Birthplace place, Start start) throws IOException {
    try {
      place.enter();
      return spawn(start);
    } catch (IOException | RuntimeException refused) {
      place.leave();
      throw refused;
    }
  }

  /** What cannot be watched must not run. */
  private NativeChild spawn(Start start) throws IOException {
    int pid = PosixSpawn.start(start);
    try {
      return new NativeChild(birth(pid), Kernel.openProcess(pid), reaper, register);
    } catch (IOException | RuntimeException unwatched) {
      Kernel.signal(-pid, Kernel.KILL);
      Kernel.await(pid);
      throw unwatched;
    }
  }

  /** Not buried before somebody waits for it, so it is there; but its file may not open. */
  private Birth birth(int pid) throws IOException {
    return register.equals(Register.NONE)
        ? new Birth(pid, 0)
        : births
            .apply(pid)
            .orElseThrow(() -> new IOException("cannot read /proc/" + pid + "/stat"));
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
  public void stop(Duration limit) {
    starters.stop(limit);
  }

  @Override
  public void close() {
    starters.stop(STOP_LIMIT);
    reaper.close();
  }
}
