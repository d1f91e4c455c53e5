package dev.muster.host;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a node can do to the computer that it stands for. No call blocks or throws: they come from a
 * loop, and whatever goes wrong is the result of the run.
 */
public interface TaskRuntime extends AutoCloseable {
  /** Starts a task; {@code ended} receives the result exactly once, on any thread. */
  void launch(Launch launch, Consumer<RunResult> ended);

  /** Asks a run to end, or ends it by force; nothing happens if it is over. */
  void kill(long run, boolean force);

  /** Sets how much of the computer a run may have; nothing happens if it is over. */
  default void pace(long run, Pace pace) {}

  /** The result of this run is safe elsewhere. */
  default void forget(long run) {}

  /** Brings the files of a task here before it starts; whoever launches it waits for them. */
  default void fetch(Work work, Tier tier) {}

  /** Measures watched runs; {@code answer} receives what they have used, once, on any thread. */
  default void measure(Consumer<List<Measured>> answer) {
    answer.accept(List.of());
  }

  /** The runs of an earlier epoch of the node that are not forgotten, under way or ended. */
  default List<RecoveredRun> recovered() {
    return List.of();
  }

  /** Takes over one of those; {@code ended} receives the result exactly once. */
  default void adopt(long run, Consumer<RunResult> ended) {
    throw new IllegalArgumentException("nothing is kept of run " + run);
  }

  /** A run that an earlier epoch of the node started, this long ago. */
  record RecoveredRun(Launch launch, long ageNs) {}

  /**
   * Why no task should start on this computer; empty where nothing is wrong. Looks at disks, so it
   * is not for a loop.
   */
  default String problem() {
    return "";
  }

  /** How much more memory should be available on this computer; 0 where there is enough. */
  default long shortMemoryBytes() {
    return 0;
  }

  /** The first 64 bits of the hashes of the largest files that are cached, the largest first. */
  default List<Long> cachedFiles() {
    return List.of();
  }

  /** Ends all that runs; the one call that waits. */
  @Override
  void close();

  /** Where an actor that is no node would launch its tasks: that is a mistake, and said so. */
  final class NoTasks implements TaskRuntime {
    @Override
    public void launch(Launch launch, Consumer<RunResult> ended) {
      throw new IllegalStateException(
          "only a node launches, and it needs a runtime: " + launch.work());
    }

    @Override
    public void kill(long run, boolean force) {
      throw new IllegalStateException("only a node kills, and it needs a runtime: run " + run);
    }

    @Override
    public void close() {}
  }
}
