package dev.muster.host.run.spawn;

import java.time.Duration;
import java.util.Optional;

/** A process that was started or taken over here and has not been forgotten yet. */
public interface Child {

  /** Which process it is; without its time where nobody keeps a register of deaths. */
  Birth birth();

  /** Asks it and all of its family to end, or ends them by force; nothing if it is over. */
  void end(boolean force);

  /** Makes it and its family stand still, or go on. */
  void freeze(boolean frozen);

  /** Its end, if that comes within so long; holds a thread of the kernel's meanwhile. */
  Optional<Ended> await(Duration limit) throws InterruptedException;

  /** Waits for its end. */
  Ended await() throws InterruptedException;
}
