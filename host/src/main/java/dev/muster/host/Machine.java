package dev.muster.host;

import dev.muster.core.loop.Work;
import dev.muster.model.RunResult;
import java.util.function.Consumer;

/**
 * What a node can do to the computer that it stands for. No call blocks or throws: they come from a
 * loop, and whatever goes wrong is the result of the run.
 */
public interface Machine extends AutoCloseable {

  /** Where an actor that is no node would launch its tasks: that is a mistake, and said so. */
  Machine NONE = new NoMachine();

  /** Starts a task; {@code ended} hears exactly once what came of it, on any thread. */
  void launch(long run, Work work, Consumer<RunResult> ended);

  /** Asks a run to end, or ends it by force; nothing happens if it is over. */
  void kill(long run, boolean force);

  /** Ends all that runs; the one call that waits. */
  @Override
  void close();
}
