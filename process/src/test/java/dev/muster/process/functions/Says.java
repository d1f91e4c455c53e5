package dev.muster.process.functions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.executor.TaskFunction;

public final class Says implements TaskFunction {
  @Override
  public byte[] call(byte[] argument) {
    System.out.println(new String(argument, UTF_8));
    return (System.getenv("MUSTER_JOB") + " " + System.getenv("MUSTER_NODE")).getBytes(UTF_8);
  }
}
