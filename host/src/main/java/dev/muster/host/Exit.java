package dev.muster.host;

/** The end of this process. */
public final class Exit {
  private Exit() {}

  /**
   * Ends the process with this code, unless a signal is ending it: then it ends with the signal's
   * code, and another call would only make the JVM complain that it cannot log it.
   */
  public static void with(int code) {
    if (!isUnderWay()) {
      System.exit(code);
    }
  }

  private static boolean isUnderWay() {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> {}, "nothing"));
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }
}
