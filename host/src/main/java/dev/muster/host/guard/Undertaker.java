package dev.muster.host.guard;

import dev.muster.host.Patience;
import dev.muster.host.run.spawn.Orphans;
import dev.muster.host.run.spawn.Register;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The thread that buries what became a child of this process without having been started by it.
 *
 * <p>A death that cannot be written down, because the disk is full, is not buried: the kernel keeps
 * it for as long as it has to.
 */
final class Undertaker {

  private static final Duration BEFORE_NEXT_TRY = Duration.ofMillis(50);

  private final Register register;
  private final ReentrantLock births = new ReentrantLock();

  /** The child that somebody else waits for. */
  private long spared;

  Undertaker(Register register) {
    this.register = register;
  }

  void start() {
    Thread.ofPlatform().name("undertaker").daemon().start(this::run);
  }

  interface Birth {
    Process start() throws IOException;
  }

  /** Starts a process that is buried by who started it, however soon it dies. */
  Process spare(Birth birth) throws IOException {
    births.lock();
    try {
      var process = birth.start();
      spared = process.pid();
      return process;
    } finally {
      births.unlock();
    }
  }

  private void run() {
    while (true) {
      if (!buryNext()) {
        Patience.pause(BEFORE_NEXT_TRY);
      }
    }
  }

  /** False if there was nobody to bury, or it could not be. */
  private boolean buryNext() {
    try {
      int dead = Orphans.awaitDead();
      births.lock();
      try {
        if (dead == spared) {
          return false;
        }
        Orphans.bury(dead, register);
        return true;
      } finally {
        births.unlock();
      }
    } catch (IOException noChildrenOrNoRoomOnDisk) {
      return false;
    }
  }
}
