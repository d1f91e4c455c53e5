package dev.muster.bench;

import dev.muster.daemon.NodeCommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A guardian with its node, as {@code muster node} starts them, started again whenever the guardian
 * is gone: what the init system of a machine does.
 */
final class SoakNode implements AutoCloseable {

  private static final long CLOSE_LIMIT_SECONDS = 30;

  private final NodeCommandLine command;
  private final Path log;
  private @Nullable Process guardian;

  SoakNode(NodeCommandLine command, Path log) {
    this.command = command;
    this.log = log;
  }

  /** Starts the guardian where none is alive. */
  void keepAlive() throws IOException {
    if (guardian == null || !guardian.isAlive()) {
      Files.createDirectories(command.home());
      guardian =
          new ProcessBuilder(command.guarded())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    }
  }

  /** The process of the node; empty while the guardian is about to start it. */
  Optional<ProcessHandle> agent() {
    return guardian == null ? Optional.empty() : guardian.children().findFirst();
  }

  /** Kills the node, which its guardian starts again; false where there is none to kill. */
  boolean killAgent() {
    return agent().map(ProcessHandle::destroyForcibly).orElse(false);
  }

  /** Kills the guardian and leaves its node to itself. */
  boolean killGuardian() {
    return guardian != null && guardian.toHandle().destroyForcibly();
  }

  /** Sends a signal such as {@code STOP} to the node. */
  boolean signal(String name) throws IOException, InterruptedException {
    var agent = agent();
    if (agent.isEmpty()) {
      return false;
    }
    var pid = Long.toString(agent.get().pid());
    return new ProcessBuilder("kill", "-" + name, pid).start().waitFor() == 0;
  }

  @Override
  public void close() {
    if (guardian == null) {
      return;
    }
    guardian.destroy();
    try {
      if (!guardian.waitFor(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        guardian.descendants().forEach(ProcessHandle::destroyForcibly);
        guardian.destroyForcibly();
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }
}
