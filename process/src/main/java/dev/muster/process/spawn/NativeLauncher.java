package dev.muster.process.spawn;

import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.Kernel;
import dev.muster.process.linux.PosixSpawn;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.linux.Signals;
import dev.muster.process.linux.SpawnRequest;
import dev.muster.process.linux.TemporarilyUnavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;

/** Starts processes by one call into the C library. */
final class NativeLauncher extends Launcher {

  private final ExitLog exitLog;
  private final IntFunction<Optional<ProcessId>> processes;
  private final Reaper reaper;

  NativeLauncher(String name, ExitLog exitLog) throws IOException {
    this(name, exitLog, ProcessId::of);
  }

  NativeLauncher(String name, ExitLog exitLog, IntFunction<Optional<ProcessId>> processes)
      throws IOException {
    super(name);
    this.exitLog = exitLog;
    this.processes = processes;
    this.reaper = new Reaper(name);
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
  public void close() {
    super.close();
    reaper.close();
  }

  /**
   * A process at the head of its session that somebody else has started, and that somebody else
   * reaps: one of an earlier epoch of the node.
   */
  private record AdoptedChild(
      ProcessId id, ExitLog.ExitLookup exitLookup, CompletableFuture<Boolean> dead)
      implements Child, Reaper.WatchedProcess {
    AdoptedChild(ProcessId id, ExitLog.ExitLookup exitLookup) {
      this(id, exitLookup, new CompletableFuture<>());
    }

    /** Its number and that of its group are its own for as long as it is there. */
    @Override
    public void end(boolean force) {
      if (id.isThere()) {
        Kernel.signal(-id.pid(), force ? Signals.KILL : Signals.TERM);
        Kernel.signal(-id.pid(), Signals.CONTINUE);
      }
    }

    @Override
    public void freeze(boolean frozen) {
      if (id.isThere()) {
        Kernel.signal(-id.pid(), frozen ? Signals.STOP : Signals.CONTINUE);
      }
    }

    /** Only a parent can wait for it. */
    @Override
    public Optional<ExitStatus> await(Duration limit) {
      return Optional.empty();
    }

    @Override
    public ExitStatus await() throws InterruptedException {
      try {
        boolean _ = dead.get();
        return exitLookup.of(id).orElse(ExitStatus.UNKNOWN);
      } catch (ExecutionException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    @Override
    public boolean reap() {
      return dead.complete(true);
    }
  }
}
