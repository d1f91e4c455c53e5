package dev.muster.wire;

/**
 * The bytes are sound and hold an alternative or a constant that this build does not know, as those
 * of a newer build may: the message is dropped, and those behind it are read.
 */
public final class UnknownKindException extends WireException {

  UnknownKindException(String message) {
    super(message);
  }
}
