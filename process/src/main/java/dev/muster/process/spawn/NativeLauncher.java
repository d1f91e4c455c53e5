package dev.muster.process.spawn;

import dev.muster.process.linux.Kernel;
import dev.muster.process.linux.PosixSpawn;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.linux.Signals;
import dev.muster.process.linux.SpawnRequest;
import dev.muster.process.linux.TemporarilyUnavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;

/** Starts processes by one call into the C library. */
final class NativeLauncher implements Launcher {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final ExitLog exitLog;
  private final IntFunction<Optional<ProcessId>> processes;
  private final Reaper reaper;
  private final Starters starters;

  NativeLauncher(String name, ExitLog exitLog) throws IOException {
    this(name, exitLog, ProcessId::of);
  }

  NativeLauncher(String name, ExitLog exitLog, IntFunction<Optional<ProcessId>> processes)
      throws IOException {
    this.exitLog = exitLog;
    this.processes = processes;
    this.reaper = new Reaper(name);
    this.starters = new Starters(name);
  }

  @Override
  public void execute(Runnable work) {
    starters.execute(work);
  }

  @Override
  public Child start(SpawnRequest start, SpawnTarget target) throws IOException {
    var adapted = target.adapt(start);
    return TemporarilyUnavailable.retry(() -> startIn(target, adapted));
  }

  private Child startIn(SpawnTarget target, SpawnRequest start) throws IOException {
    try {
      target.enter();
      return spawn(start);
    } catch (IOException | RuntimeException refused) {
      target.leave();
      throw refused;
    }
  }

  /** What cannot be watched must not run. */
  private NativeChild spawn(SpawnRequest start) throws IOException {
    int pid = PosixSpawn.start(start);
    try {
      return new NativeChild(id(pid), Kernel.openProcess(pid), reaper, exitLog);
    } catch (IOException | RuntimeException unwatched) {
      Kernel.signal(-pid, Signals.KILL);
      Kernel.await(pid);
      throw unwatched;
    }
  }

  /** Not reaped before somebody waits for it, so it is there; but its file may not open. */
  private ProcessId id(int pid) throws IOException {
    return exitLog.equals(ExitLog.NONE)
        ? new ProcessId(pid, 0)
        : processes
            .apply(pid)
            .orElseThrow(() -> new IOException("cannot read /proc/" + pid + "/stat"));
  }

  @Override
  public Child adopt(ProcessId id, ExitLog.ExitLookup exitLookup) throws IOException {
    var adopted = new AdoptedChild(id, exitLookup);
    if (!id.isThere() || !reaper.watchIfThere(id, adopted)) {
      adopted.reap();
    }
    return adopted;
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
