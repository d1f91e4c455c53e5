package dev.muster.core.node.resource;

import dev.muster.core.actor.Timing;

/**
 * When the node takes work: not while an operator has drained it, and not in the maintenance window
 * for which its machine is taken away, if one is scheduled.
 */
public final class MaintenanceWindow {

  private static final long NOT_SCHEDULED = Long.MAX_VALUE;

  private long fromNs = NOT_SCHEDULED;
  private long untilNs = NOT_SCHEDULED;
  private boolean drained;
  private boolean open;

  public void drain(boolean on) {
    drained = on;
  }

  public void schedule(long nowNs, long inNs, long forNs) {
    fromNs = Timing.later(nowNs, inNs);
    untilNs = Timing.later(fromNs, forNs);
  }

  public void cancel() {
    fromNs = NOT_SCHEDULED;
    untilNs = NOT_SCHEDULED;
  }

  /** Opens or closes the window by this time; false where neither is due. */
  public boolean pass(long nowNs) {
    boolean wasOpen = open;
    open = nowNs >= fromNs && nowNs < untilNs;
    return open != wasOpen;
  }

  /** Whether the machine is away. */
  public boolean isOpen() {
    return open;
  }

  /** Whether the node takes no new work. */
  public boolean isDraining() {
    return drained || open;
  }

  public boolean isScheduled() {
    return fromNs != NOT_SCHEDULED;
  }

  /** Whether a task of this length that starts now is expected to end before the window opens. */
  public boolean allows(long nowNs, long lengthNs) {
    return lengthNs <= longestNs(nowNs);
  }

  /** How long a task that starts now may take to end before the window opens. */
  public long longestNs(long nowNs) {
    return fromNs == NOT_SCHEDULED || nowNs >= untilNs ? Long.MAX_VALUE : fromNs - nowNs;
  }

  public long fromNs() {
    return fromNs;
  }

  public long untilNs() {
    return untilNs;
  }
}
