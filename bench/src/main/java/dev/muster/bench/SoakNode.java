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

  /** The process that was stopped; another may be the node by now. */
  private long stopped;

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

  /** Stops the node; false where there is none to stop. */
  boolean stop() throws IOException, InterruptedException {
    stopped = agent().map(ProcessHandle::pid).orElse(0L);
    return stopped != 0 && signal("STOP", stopped);
  }

  /** Lets go on what was stopped, also where its guardian was killed since. */
  void resume() throws IOException, InterruptedException {
    if (stopped != 0) {
      signal("CONT", stopped);
      stopped = 0;
    }
  }

  private static boolean signal(String name, long pid) throws IOException, InterruptedException {
    return new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor() == 0;
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
