package dev.muster.bench;

import dev.muster.executor.TaskFunction;

/** Returns what it is given: the least that a function can do. */
public final class Echo implements TaskFunction {

  @Override
  public byte[] call(byte[] argument) {
    return argument;
  }
}
