package dev.muster.process.spawn;

import dev.muster.host.IoErrors;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.Kernel;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.linux.Signals;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process at the head of a session and a group of its own. Its number is its own until it is
 * reaped, and that of its group as well, so nothing is signalled after that.
 *
 * <p>Whoever started it may wait a moment for its end; after that the {@link Reaper} does.
 */
final class NativeChild implements Child, Reaper.WatchedProcess {
  private static final System.Logger LOGGER = System.getLogger(NativeChild.class.getName());

  /** Once is enough: a full disk refuses the end of every task. */
  private static final AtomicBoolean SAID = new AtomicBoolean();

  /** STARTED ─► WATCHED ─► REAPED; a child that ends at once is not watched. */
  private enum ChildState {
    STARTED,
    WATCHED,
    REAPED
  }

  private final ProcessId id;
  private final int pid;
  private final int descriptor;
  private final Reaper reaper;
  private final ExitLog exitLog;
  private final CompletableFuture<ExitStatus> ended = new CompletableFuture<>();
  private ChildState state = ChildState.STARTED;

  NativeChild(ProcessId id, int descriptor, Reaper reaper, ExitLog exitLog) {
    this.id = id;
    this.pid = id.pid();
    this.descriptor = descriptor;
    this.reaper = reaper;
    this.exitLog = exitLog;
  }

  @Override
  public ProcessId id() {
    return id;
  }

  int descriptor() {
    return descriptor;
  }

  @Override
  public synchronized void end(boolean force) {
    if (state != ChildState.REAPED) {
      Kernel.signal(-pid, force ? Signals.KILL : Signals.TERM);
      Kernel.signal(-pid, Signals.CONTINUE);
    }
  }

  @Override
  public synchronized void freeze(boolean frozen) {
    if (state != ChildState.REAPED) {
      Kernel.signal(-pid, frozen ? Signals.STOP : Signals.CONTINUE);
    }
  }

  @Override
  public Optional<ExitStatus> await(Duration limit) {
    if (isWatched() || !Kernel.isReadableWithin(descriptor, limit) || !reap()) {
      return Optional.empty();
    }
    Kernel.close(descriptor);
    return Optional.of(ended.join());
  }

  private synchronized boolean isWatched() {
    return state == ChildState.WATCHED;
  }

  @Override
  public ExitStatus await() throws InterruptedException {
    watch();
    try {
      return ended.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private synchronized void watch() {
    if (state == ChildState.STARTED) {
      become(ChildState.WATCHED);
      reaper.watch(this);
    }
  }

  /** Ends a process that cannot be watched; holds the thread until the process is dead. */
  synchronized void kill() {
    end(true);
    try {
      ended.complete(Kernel.await(pid));
    } catch (IOException reapedByAnother) {
      ended.complete(ExitStatus.UNKNOWN);
    }
    become(ChildState.REAPED);
  }

  private void become(ChildState next) {
    assert next.compareTo(state) > 0 : state + " cannot become " + next;
    state = next;
  }

  @Override
  public boolean reap() {
    var end = reapWithItsGroup();
    end.ifPresent(ended::complete);
    return end.isPresent();
  }

  /** The remaining processes of the group are killed first, while the group is its own. */
  private synchronized Optional<ExitStatus> reapWithItsGroup() {
    try {
      Kernel.signal(-pid, Signals.KILL);
      enter();
      var end = Kernel.reap(pid);
      if (end.isPresent()) {
        become(ChildState.REAPED);
      }
      return end;
    } catch (IOException reapedByAnother) {
      become(ChildState.REAPED);
      return Optional.of(ExitStatus.UNKNOWN);
    }
  }

  /** An exit that cannot be logged matters only if this process dies as well. */
  private void enter() throws IOException {
    if (exitLog.equals(ExitLog.NONE)) {
      return;
    }
    var end = Kernel.zombie(pid);
    try {
      if (end.isPresent()) {
        exitLog.write(new ExitLog.ExitRecord(id, end.get().exit()));
      }
    } catch (IOException refused) {
      if (!SAID.getAndSet(true)) {
        LOGGER.log(Level.WARNING, "cannot write down how tasks end: " + IoErrors.reason(refused));
      }
    }
  }
}
