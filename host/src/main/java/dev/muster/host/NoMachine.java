package dev.muster.host;

import dev.muster.core.actor.Launch;
import dev.muster.model.RunResult;
import java.util.function.Consumer;

/** Where an actor that is no node would launch its tasks: that is a mistake, and said so. */
final class NoMachine implements Machine {

  @Override
  public void launch(Launch launch, Consumer<RunResult> ended) {
    throw new IllegalStateException(
        "only a node launches, and it needs a machine: " + launch.work());
  }

  @Override
  public void kill(long run, boolean force) {
    throw new IllegalStateException("only a node kills, and it needs a machine: run " + run);
  }

  @Override
  public void close() {}
}
