package dev.muster.process.spawn;

import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;

/**
 * Where a process starts, when that is not where this one is: a process starts in the control
 * groups of the thread that starts it, so that not one instruction of it runs outside.
 */
public interface SpawnTarget {
  SpawnTarget HERE = new SpawnTarget() {};

  /** What to start instead, where only the new process itself can go there. */
  default SpawnRequest adapt(SpawnRequest start) {
    return start;
  }

  /** Takes the calling thread there, which has to be the kernel's own. */
  default void enter() throws IOException {}

  default void leave() {}
}
