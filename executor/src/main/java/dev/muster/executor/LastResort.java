package dev.muster.executor;

/**
 * For threads without which calls would stay unanswered, as where there is no memory even for an
 * answer. If one breaks, the whole program ends, for the node hears of that.
 */
final class LastResort implements Thread.UncaughtExceptionHandler {

  private static final int BROKEN = 3;

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    try {
      System.err.println("executor: its thread `" + thread.getName() + "` broke: " + thrown);
    } finally {
      Runtime.getRuntime().halt(BROKEN);
    }
  }
}
