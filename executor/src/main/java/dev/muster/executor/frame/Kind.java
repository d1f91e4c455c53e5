package dev.muster.executor.frame;

import java.util.Optional;

/** What a frame is. The place of a kind in this list is its number on the wire. */
public enum Kind {
  /** First from the executor: who it is. Then from the node: welcome. */
  HELLO,
  /** From the node: a function and its argument. */
  CALL,
  /** From the executor: what the function returned. */
  RESULT,
  /** From the executor: why there is no result. */
  ERROR,
  /** From the node: nobody waits for this call any longer; answer it all the same. */
  CANCEL,
  /** From either side, with the reason: give me no more calls, or I give you none. */
  BYE;

  private static final Kind[] ALL = values();

  public static Optional<Kind> of(int number) {
    return number < 0 || number >= ALL.length ? Optional.empty() : Optional.of(ALL[number]);
  }
}
