package dev.muster.process.functions;

import dev.muster.executor.TaskFunction;
import java.io.IOException;

public final class Thrower implements TaskFunction {
  @Override
  public byte[] call(byte[] argument) throws IOException {
    throw new IOException("no " + argument.length, new IllegalStateException("deep down"));
  }
}
