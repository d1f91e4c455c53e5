package dev.muster.host.run.spawn;

import dev.muster.host.Refusal;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A process at the head of a session and a group of its own. Its number is its own until it is
 * buried, and that of its group as well, so nothing is signalled after that.
 */
final class NativeChild implements Child, Watched {

  private static final System.Logger LOGGER = System.getLogger(NativeChild.class.getName());

  private final Birth birth;
  private final int pid;
  private final Register register;
  private final CompletableFuture<Ended> ended = new CompletableFuture<>();
  private boolean buried;

  /**
   * @param register where its death is written down before it is buried
   */
  NativeChild(Birth birth, Register register) {
    this.birth = birth;
    this.pid = birth.pid();
    this.register = register;
  }

  @Override
  public Birth birth() {
    return birth;
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
      LOGGER.log(Level.WARNING, "cannot write down how a task ended: " + Refusal.reason(refused));
    }
  }
}
