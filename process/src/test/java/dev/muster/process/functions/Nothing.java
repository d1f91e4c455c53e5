package dev.muster.process.functions;

import java.util.function.UnaryOperator;

/** Needs nothing of Muster to be compiled. */
public final class Nothing implements UnaryOperator<byte[]> {
  @Override
  public byte[] apply(byte[] argument) {
    return new byte[0];
  }
}
