package dev.muster.executor;

import org.jspecify.annotations.Nullable;

/** The part of a stack trace that a person wants to see first. */
final class StackHead {
  private static final int FRAMES = 8;
  private static final int CAUSES = 3;

  private StackHead() {}

  static String of(@Nullable Throwable thrown) {
    var text = new StringBuilder();
    var cause = thrown;
    for (int depth = 0; cause != null && depth <= CAUSES; depth++) {
      text.append(depth == 0 ? "" : "\nCaused by: ").append(describe(cause));
      addFrames(cause.getStackTrace(), text);
      cause = cause.getCause();
    }
    return text.toString();
  }

  /** A throwable that cannot speak for itself still has a name. */
  private static String describe(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (RuntimeException broken) {
      return thrown.getClass().getName();
    }
  }

  /** Down to our own, which are the same for all. */
  private static void addFrames(StackTraceElement[] frames, StringBuilder text) {
    for (int i = 0; i < frames.length && i < FRAMES; i++) {
      if (frames[i].getClassName().equals(Invocation.class.getName())) {
        return;
      }
      text.append("\n    at ").append(frames[i]);
    }
  }
}
