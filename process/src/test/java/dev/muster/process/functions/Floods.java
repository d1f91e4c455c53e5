package dev.muster.process.functions;

import dev.muster.executor.TaskFunction;

/** Writes without end. */
public final class Floods implements TaskFunction {
  @Override
  public byte[] call(byte[] argument) {
    while (!System.out.checkError()) {
      System.out.println("and another line, and another line, and another line");
    }
    return argument;
  }
}
