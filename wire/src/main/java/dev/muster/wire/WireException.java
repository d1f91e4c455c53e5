package dev.muster.wire;

import java.io.IOException;

/** The bytes do not hold what they should; the message says what was expected and where. */
public sealed class WireException extends IOException permits UnknownKindException {

  public WireException(String message) {
    super(message);
  }
}
