package dev.muster.process.functions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.TaskFunction;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says in a file that it is there, and how it ends. */
public final class Sleeps implements TaskFunction {
  private static final long LONG_MS = 600_000;

  @Override
  public byte[] call(byte[] argument) throws Exception {
    var file = Path.of(new String(argument, UTF_8));
    Files.writeString(file, Long.toString(ProcessHandle.current().pid()));
    try {
      Thread.sleep(LONG_MS);
      return argument;
    } catch (InterruptedException endRequested) {
      Files.writeString(file, "interrupted");
      throw endRequested;
    }
  }
}
