package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;

/** When the central scheduler has something to do besides what messages ask of it. */
final class ReviewTimer {

  /** What one event leaves to be done is done so much later. */
  static final long MOMENT_NS = 100_000;

  /** The line is reviewed no more often. */
  static final long REVIEW_NS = 100_000_000;

  private static final long NEVER = Long.MAX_VALUE;

  private enum CentralTimer implements Timer {
    /** Something is left to be done, or to be reviewed. */
    CONTAINERS
  }

  /** When the line is to be reviewed, and when it was. */
  private long reviewNs = NEVER;

  private long reviewedNs = Long.MIN_VALUE / 2;

  /** When the timer goes off. */
  private long timerNs = NEVER;

  /** Something has changed: the line is to be reviewed, not too soon after the last time. */
  void reviewSoon() {
    reviewAt(reviewedNs + REVIEW_NS);
  }

  /** No later than this. */
  void reviewAt(long atNs) {
    if (atNs != NEVER) {
      reviewNs = Math.min(reviewNs, Math.max(atNs, reviewedNs + REVIEW_NS));
    }
  }

  boolean isReviewDue(long nowNs) {
    return nowNs >= reviewNs;
  }

  void reviewed(long nowNs) {
    reviewNs = NEVER;
    reviewedNs = nowNs;
  }

  /**
   * @param isWorkLeft whether there is more to be done at once
   * @param isAnyoneWaiting whether a review is of use
   */
  void set(long nowNs, boolean isWorkLeft, boolean isAnyoneWaiting, Effects out) {
    long dueNs = isWorkLeft ? nowNs : isAnyoneWaiting ? reviewNs : NEVER;
    if (dueNs != NEVER && Math.max(dueNs, nowNs + MOMENT_NS) < timerNs) {
      timerNs = Math.max(dueNs, nowNs + MOMENT_NS);
      out.wake(timerNs, CentralTimer.CONTAINERS);
    }
  }

  static boolean isOwn(Timer timer) {
    return timer instanceof CentralTimer;
  }

  /** Whether it has gone off; false for one that was set for later, or by an older leader. */
  boolean goesOff(long nowNs) {
    boolean goes = nowNs >= timerNs;
    timerNs = goes ? NEVER : timerNs;
    return goes;
  }
}
