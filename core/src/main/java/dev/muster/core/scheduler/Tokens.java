package dev.muster.core.scheduler;

/**
 * How many tasks of a job may run at once, and how many do.
 *
 * <p>An elastic job runs tasks beyond its tokens. How many may is decided anew each time, so
 * nothing of it is kept here.
 */
final class Tokens {

  private final int count;
  private int running;

  Tokens(int count) {
    this.count = count;
  }

  void take() {
    running++;
  }

  void giveBack() {
    running--;
  }

  int running() {
    return running;
  }

  /** Fewer than none where it has grown. */
  int left() {
    return count - running;
  }
}
