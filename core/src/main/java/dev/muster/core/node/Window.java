package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;

/**
 * When the node takes work: not while an operator has drained it, and not in the window for which
 * its machine will be taken away, if anyone has said so.
 */
final class Window {

  private static final long NOT_PLANNED = Long.MAX_VALUE;

  private long fromNs = NOT_PLANNED;
  private long untilNs = NOT_PLANNED;
  private boolean drained;
  private boolean away;

  void drain(boolean on) {
    drained = on;
  }

  /** Asks to be told when the time has come, and when it is over. */
  void plan(long nowNs, long inNs, long forNs, Effects out) {
    fromNs = Timing.later(nowNs, inNs);
    untilNs = Timing.later(fromNs, forNs);
    out.wake(fromNs, NodeTimer.MAINTENANCE);
    out.wake(untilNs, NodeTimer.MAINTENANCE);
  }

  void cancel() {
    fromNs = NOT_PLANNED;
    untilNs = NOT_PLANNED;
  }

  /** Whether the machine has gone or come back by now; remembers it. */
  boolean passes(long nowNs) {
    boolean open = nowNs >= fromNs && nowNs < untilNs;
    boolean passes = open != away;
    away = open;
    return passes;
  }

  boolean isAway() {
    return away;
  }

  /** Whether no new work is taken. */
  boolean isClosed() {
    return drained || away;
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

  long fromNs() {
    return fromNs;
  }

  long untilNs() {
    return untilNs;
  }
}
