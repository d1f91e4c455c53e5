package dev.muster.process.functions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.TaskFunction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Says in a file that it is there, and listens to nobody. */
public final class Spins implements TaskFunction {
  private static final long PAUSE_NS = 1_000_000;

  @Override
  public byte[] call(byte[] argument) throws Exception {
    Files.writeString(
        Path.of(new String(argument, UTF_8)), Long.toString(ProcessHandle.current().pid()));
    while (true) {
      boolean _ = Thread.interrupted();
      LockSupport.parkNanos(PAUSE_NS);
    }
  }
}
