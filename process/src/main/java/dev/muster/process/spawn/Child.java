package dev.muster.process.spawn;

import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import java.time.Duration;
import java.util.Optional;

/** A process that was started or adopted here. */
public interface Child {
  /** Which process it is; without its start time where there is no exit log. */
  ProcessId id();

  /** Asks it and all of its family to end, or ends them by force; nothing if it is over. */
  void end(boolean force);

  void freeze(boolean frozen);

  /** Its end, if that comes within so long; holds a thread of the kernel's meanwhile. */
  Optional<ExitStatus> await(Duration limit) throws InterruptedException;

  ExitStatus await() throws InterruptedException;
}
