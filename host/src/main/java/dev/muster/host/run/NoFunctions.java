package dev.muster.host.run;

import dev.muster.core.actor.Launch;
import dev.muster.host.Machine;
import dev.muster.model.RunResult;
import java.util.function.Consumer;

/** Where tasks run as another user: executors would have our rights, so there are none. */
record NoFunctions(String user) implements Machine {

  @Override
  public void launch(Launch launch, Consumer<RunResult> ended) {
    ended.accept(
        RunResult.notStarted(
            "functions cannot run as user "
                + user
                + ": run the cell without --run-as, or give the"
                + " stage a command"));
  }

  @Override
  public void kill(long run, boolean force) {}

  @Override
  public void close() {}
}
