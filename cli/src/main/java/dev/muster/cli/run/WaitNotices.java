package dev.muster.cli.run;

import dev.muster.cli.console.Console;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.model.queue.WaitReason;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says of one job of many that it is not admitted yet, and why: once for each reason, for the place
 * in line changes too often to be told of many jobs.
 */
final class WaitNotices implements Consumer<ClientEvent> {

  private final Console console;
  private final String job;
  private @Nullable WaitReason said;

  WaitNotices(Console console, String job) {
    this.console = console;
    this.job = job;
  }

  @Override
  public void accept(ClientEvent event) {
    if (event instanceof JobWaits wait && wait.reason() != said) {
      said = wait.reason();
      console.complain(job + " " + WaitText.of(wait));
    } else if (event instanceof JobProgress) {
      said = null;
    }
  }
}
