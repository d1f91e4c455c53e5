package dev.muster.process.spawn;

import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.Kernel;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.linux.Signals;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A process at the head of its session that somebody else has started, and that somebody else
 * reaps: one of an earlier epoch of the node.
 */
final class AdoptedChild implements Child, Reaper.WatchedProcess {
  private final ProcessId id;
  private final ExitLog.ExitLookup exitLookup;
  private final CompletableFuture<Boolean> dead = new CompletableFuture<>();

  AdoptedChild(ProcessId id, ExitLog.ExitLookup exitLookup) {
    this.id = id;
    this.exitLookup = exitLookup;
  }

  @Override
  public ProcessId id() {
    return id;
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
