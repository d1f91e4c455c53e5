package dev.muster.host.run.spawn;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A process at the head of its session that somebody else has started, and that somebody else
 * buries: one of an earlier life of this node.
 */
final class Foundling implements Child, Watched {

  private final Birth birth;
  private final Obituaries obituaries;
  private final CompletableFuture<Boolean> dead = new CompletableFuture<>();

  Foundling(Birth birth, Obituaries obituaries) {
    this.birth = birth;
    this.obituaries = obituaries;
  }

  @Override
  public Birth birth() {
    return birth;
  }

  /** Its number and that of its group are its own for as long as it is there. */
  @Override
  public void end(boolean force) {
    if (birth.isThere()) {
      Kernel.signal(-birth.pid(), force ? Kernel.KILL : Kernel.TERM);
      Kernel.signal(-birth.pid(), Kernel.CONTINUE);
    }
  }

  @Override
  public void freeze(boolean frozen) {
    if (birth.isThere()) {
      Kernel.signal(-birth.pid(), frozen ? Kernel.STOP : Kernel.CONTINUE);
    }
  }

  /** Nobody who started it waits here. */
  @Override
  public Optional<Ended> await(Duration limit) {
    return Optional.empty();
  }

  @Override
  public Ended await() throws InterruptedException {
    try {
      boolean _ = dead.get();
      return obituaries.of(birth).orElse(Ended.UNKNOWN);
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public boolean bury() {
    return dead.complete(true);
  }
}
