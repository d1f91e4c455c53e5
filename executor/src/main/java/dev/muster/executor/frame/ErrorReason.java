package dev.muster.executor.frame;

import java.util.Optional;

/** Why a call has no result. The place of a reason in this list is its number on the wire. */
public enum ErrorReason {
  /** The function threw something. */
  THREW,
  /** There is no such function; nothing of it ran. */
  NOT_FOUND,
  /** It ended because it was cancelled. */
  CANCELLED,
  /** The executor has too little memory for it. */
  OUT_OF_MEMORY;

  private static final ErrorReason[] ALL = values();

  public static Optional<ErrorReason> of(int number) {
    return number < 0 || number >= ALL.length ? Optional.empty() : Optional.of(ALL[number]);
  }
}
