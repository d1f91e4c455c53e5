package dev.muster.core.scheduler;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The stages that wait to be looked at, in two lines: those of partitioned jobs wait for news
 * together where the copy is full, and nobody else waits for them.
 */
final class Line {

  private final ArrayDeque<Turn> synchronised = new ArrayDeque<>();
  private final ArrayDeque<Turn> partitioned = new ArrayDeque<>();

  /** Whether a partitioned stage found no machine with anything free since the last news. */
  private boolean full;

  void add(Turn turn) {
    lineOf(turn).add(turn);
  }

  /** It is next again. */
  void addFirst(Turn turn) {
    lineOf(turn).addFirst(turn);
  }

  private ArrayDeque<Turn> lineOf(Turn turn) {
    return turn.job().isPartitioned() ? partitioned : synchronised;
  }

  /** The partitioned stages wait until {@link #heardNews}. */
  void waitForNews() {
    full = true;
  }

  void heardNews() {
    full = false;
  }

  /** Takes out the stage that has waited longest, of those that need not wait for news. */
  @Nullable Turn next() {
    var one = synchronised.peek();
    var other = full ? null : partitioned.peek();
    boolean isOther = other != null && (one == null || other.waitsLongerThan(one));
    return isOther ? partitioned.poll() : synchronised.poll();
  }
}
