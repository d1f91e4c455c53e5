package dev.muster.process.guard;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.muster.host.Waits;
import dev.muster.process.linux.Kernel;
import dev.muster.process.linux.NativeCall;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.spawn.ExitLog;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.time.Duration;

/**
 * Reaps the children of children that have ended: this process is a subreaper, so the kernel gives
 * it their children, and it alone learns how they end.
 *
 * <p>An exit that cannot be written down, because the disk is full, is not reaped: the kernel keeps
 * the zombie for as long as it has to.
 */
final class OrphanReaper {
  private static final Duration BEFORE_NEXT_TRY = Duration.ofMillis(50);
  private static final int SET_CHILD_SUBREAPER = 36;
  private static final MethodHandle PROCESS_CONTROL =
      NativeCall.variadic("prctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG), 1);

  private final ExitLog exitLog;

  /** The child that is reaped by whoever started it; guarded by this reaper. */
  private long spared;

  OrphanReaper(ExitLog exitLog) {
    this.exitLog = exitLog;
  }

  void start() throws IOException {
    long _ =
        NativeCall.checked(
            state -> (int) PROCESS_CONTROL.invokeExact(state, SET_CHILD_SUBREAPER, 1L));
    Thread.ofPlatform().name("orphan-reaper").daemon().start(this::run);
  }

  /** Starts a process that is reaped by whoever started it, however soon it ends. */
  synchronized Process spare(ProcessBuilder builder) throws IOException {
    var process = builder.start();
    spared = process.pid();
    return process;
  }

  private void run() {
    while (true) {
      if (!reapNext()) {
        Waits.pause(BEFORE_NEXT_TRY);
      }
    }
  }

  private boolean reapNext() {
    try {
      return reap(Kernel.anyZombie());
    } catch (IOException noChildrenOrDiskFull) {
      return false;
    }
  }

  /** The exit of a process that leads a session, as tasks do, is written down first. */
  private synchronized boolean reap(Kernel.Zombie zombie) throws IOException {
    if (zombie.pid() == spared) {
      return false;
    }
    var id = ProcessId.of(zombie.pid());
    if (id.isPresent() && ProcessId.leads(zombie.pid())) {
      exitLog.write(new ExitLog.ExitRecord(id.get(), zombie.exit()));
    }
    Kernel.reap(zombie.pid());
    return true;
  }
}
