package dev.muster.core.queue;

import dev.muster.core.loop.Timing;

/** When the machine will be taken away for a while, if anyone has said so. */
final class Window {

  private static final long NOT_PLANNED = Long.MAX_VALUE;

  private long fromNs = NOT_PLANNED;
  private long untilNs = NOT_PLANNED;

  void plan(long nowNs, long inNs, long forNs) {
    fromNs = Timing.later(nowNs, inNs);
    untilNs = Timing.later(fromNs, forNs);
  }

  void cancel() {
    fromNs = NOT_PLANNED;
    untilNs = NOT_PLANNED;
  }

  boolean isPlanned() {
    return fromNs != NOT_PLANNED;
  }

  /** Whether one that starts now is expected to have ended by then; unless it is over. */
  boolean allows(long nowNs, Entry entry) {
    return fromNs == NOT_PLANNED
        || nowNs >= untilNs
        || Timing.later(nowNs, entry.lengthNs()) <= fromNs;
  }

  boolean isOpen(long nowNs) {
    return nowNs >= fromNs && nowNs < untilNs;
  }

  long fromNs() {
    return fromNs;
  }

  long untilNs() {
    return untilNs;
  }
}
