package dev.muster.process.functions;

import dev.muster.executor.TaskFunction;
import java.lang.foreign.Arena;

/** Takes memory that is none of the heap. */
public final class Swells implements TaskFunction {
  private static final long BYTES = 1L << 30;

  @Override
  public byte[] call(byte[] argument) {
    try (var arena = Arena.ofConfined()) {
      arena.allocate(BYTES).fill((byte) 1);
    }
    return argument;
  }
}
