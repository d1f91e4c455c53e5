package dev.muster.process.functions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.TaskFunction;
import java.util.Locale;

public final class Upper implements TaskFunction {
  @Override
  public byte[] call(byte[] argument) {
    return new String(argument, UTF_8).toUpperCase(Locale.ROOT).getBytes(UTF_8);
  }
}
