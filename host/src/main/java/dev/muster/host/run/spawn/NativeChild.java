package dev.muster.host.run.spawn;

import dev.muster.host.Refusal;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process at the head of a session and a group of its own. Its number is its own until it is
 * buried, and that of its group as well, so nothing is signalled after that.
 *
 * <p>Whoever started it may wait a moment for its end; after that the {@link Reaper} does.
 */
final class NativeChild implements Child, Watched {

  private static final System.Logger LOGGER = System.getLogger(NativeChild.class.getName());

  /** Once is enough: a full disk refuses the end of every task. */
  private static final AtomicBoolean SAID = new AtomicBoolean();

  private final Birth birth;
  private final int pid;
  private final int descriptor;
  private final Reaper reaper;
  private final Register register;
  private final CompletableFuture<Ended> ended = new CompletableFuture<>();
  private boolean watched;
  private boolean buried;

  /**
   * @param descriptor can be read when it is dead
   * @param register where its death is written down before it is buried
   */
  NativeChild(Birth birth, int descriptor, Reaper reaper, Register register) {
    this.birth = birth;
    this.pid = birth.pid();
    this.descriptor = descriptor;
    this.reaper = reaper;
    this.register = register;
  }

  @Override
  public Birth birth() {
    return birth;
  }

  int descriptor() {
    return descriptor;
  }

  @Override
  public synchronized void end(boolean force) {
    if (!buried) {
      Kernel.signal(-pid, force ? Kernel.KILL : Kernel.TERM);
      Kernel.signal(-pid, Kernel.CONTINUE);
    }
  }

  @Override
  public synchronized void freeze(boolean frozen) {
    if (!buried) {
      Kernel.signal(-pid, frozen ? Kernel.STOP : Kernel.CONTINUE);
    }
  }

  @Override
  public Optional<Ended> await(Duration limit) {
    if (isWatched() || !Kernel.isReadableWithin(descriptor, limit) || !bury()) {
      return Optional.empty();
    }
    Kernel.close(descriptor);
    return Optional.of(ended.join());
  }

  private synchronized boolean isWatched() {
    return watched;
  }

  @Override
  public Ended await() throws InterruptedException {
    watch();
    try {
      return ended.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private synchronized void watch() {
    if (!watched && !buried) {
      watched = true;
      reaper.watch(this);
    }
  }

  /** Ends it because nobody can hear of its end; holds the thread until it is dead. */
  synchronized void abandon() {
    end(true);
    try {
      ended.complete(Kernel.await(pid));
    } catch (IOException buriedByAnother) {
      ended.complete(Ended.UNKNOWN);
    }
    buried = true;
  }

  @Override
  public boolean bury() {
    var end = buryWithItsGroup();
    end.ifPresent(ended::complete);
    return end.isPresent();
  }

  /** Those that it left in its group go first, while the group is still known to be its own. */
  private synchronized Optional<Ended> buryWithItsGroup() {
    try {
      Kernel.signal(-pid, Kernel.KILL);
      enter();
      var end = Kernel.bury(pid);
      buried = end.isPresent();
      return end;
    } catch (IOException buriedByAnother) {
      buried = true;
      return Optional.of(Ended.UNKNOWN);
    }
  }

  /** A register that cannot be written costs something only if this process dies as well. */
  private void enter() throws IOException {
    if (register.equals(Register.NONE)) {
      return;
    }
    var end = Zombies.of(pid);
    try {
      if (end.isPresent()) {
        register.enter(new Death(birth, end.get()));
      }
    } catch (IOException refused) {
      if (!SAID.getAndSet(true)) {
        LOGGER.log(Level.WARNING, "cannot write down how tasks end: " + Refusal.reason(refused));
      }
    }
  }
}
