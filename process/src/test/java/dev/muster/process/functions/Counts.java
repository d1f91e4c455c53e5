package dev.muster.process.functions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.TaskFunction;
import java.util.concurrent.atomic.AtomicInteger;

/** How often it was called, which only one instance in one process can know. */
public final class Counts implements TaskFunction {
  private final AtomicInteger calls = new AtomicInteger();

  @Override
  public byte[] call(byte[] argument) {
    return Integer.toString(calls.incrementAndGet()).getBytes(UTF_8);
  }
}
