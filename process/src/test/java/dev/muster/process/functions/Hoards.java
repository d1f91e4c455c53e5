package dev.muster.process.functions;

import dev.muster.executor.TaskFunction;
import java.util.ArrayList;
import java.util.List;

/** Wants more memory than there is. */
public final class Hoards implements TaskFunction {
  private static final int CHUNK_BYTES = 8 << 20;

  @Override
  public byte[] call(byte[] argument) {
    List<byte[]> chunks = new ArrayList<>();
    while (chunks.size() < Integer.MAX_VALUE) {
      chunks.add(new byte[CHUNK_BYTES]);
    }
    return argument;
  }
}
