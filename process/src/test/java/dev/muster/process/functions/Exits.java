package dev.muster.process.functions;

import dev.muster.executor.TaskFunction;

/** Takes its executor with it. */
public final class Exits implements TaskFunction {
  @Override
  public byte[] call(byte[] argument) {
    System.err.println("good-bye, cruel world");
    System.exit(3);
    return argument;
  }
}
