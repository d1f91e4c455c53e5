package dev.muster.host.run.spawn;

import dev.muster.model.Usage;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A process at the head of a session and a group of its own. Its number is its own until it is
 * buried, and that of its group as well, so nothing is signalled after that.
 */
final class NativeChild implements Child {

  private static final int UNKNOWN_EXIT = 255;

  private final int pid;
  private final CompletableFuture<Ended> ended = new CompletableFuture<>();
  private boolean buried;

  NativeChild(int pid) {
    this.pid = pid;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public synchronized void end(boolean force) {
    if (!buried) {
      Kernel.signal(-pid, force ? Kernel.KILL : Kernel.TERM);
    }
  }

  @Override
  public Ended await() throws InterruptedException {
    try {
      return ended.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** To be called when it is dead. Whether that is so, and all is done. */
  boolean bury() {
    var end = buryWithItsGroup();
    end.ifPresent(ended::complete);
    return end.isPresent();
  }

  /** Those that it left in its group go first, while the group is still known to be its own. */
  private synchronized Optional<Ended> buryWithItsGroup() {
    try {
      Kernel.signal(-pid, Kernel.KILL);
      var end = Kernel.bury(pid);
      buried = end.isPresent();
      return end;
    } catch (IOException buriedByAnother) {
      buried = true;
      return Optional.of(new Ended(UNKNOWN_EXIT, Usage.NONE));
    }
  }
}
