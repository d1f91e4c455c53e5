package dev.muster.process.spawn;

import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import java.time.Duration;
import java.util.Optional;

/** A process that was started or adopted here. */
public interface Child {
  /** Which process it is; without its start time where there is no exit log. */
  ProcessId id();

  /** Signals the process and its descendants, by force or not; nothing after the end. */
  void end(boolean force);

  void freeze(boolean frozen);

  /** The exit status, if the process ends within the limit; holds a kernel thread. */
  Optional<ExitStatus> await(Duration limit) throws InterruptedException;

  ExitStatus await() throws InterruptedException;
}
