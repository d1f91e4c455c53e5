package dev.muster.host.run;

import dev.muster.core.actor.Pace;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * What the {@link Warden} is to do: the runs to end, and whether by force, and those to be slower
 * or faster. At most one order of either kind waits for each run.
 */
final class Orders {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Run, Boolean> waiting = new LinkedHashMap<>();
  private final Map<Run, Pace> paces = new LinkedHashMap<>();
  private boolean stopped;

  /** Whether the warden sleeps until it is told something; a run that begins finds that out. */
  private volatile boolean idle;

  void end(Run run, boolean force) {
    change(() -> waiting.merge(run, force, Boolean::logicalOr));
  }

  /** Of several orders about the pace of a run the last one counts. */
  void pace(Run run, Pace pace) {
    change(() -> paces.put(run, pace));
  }

  /** There is something to look after now. */
  void wake() {
    if (idle) {
      change(() -> idle = false);
    }
  }

  void stop() {
    change(() -> stopped = true);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there are orders; for the period at most, unless there is nothing to look after.
   *
   * @return false when stopped
   */
  boolean await(Duration period, BooleanSupplier nothingToDo) throws InterruptedException {
    lock.lock();
    try {
      long left = period.toNanos();
      while (waiting.isEmpty() && paces.isEmpty() && !stopped && left > 0) {
        idle = nothingToDo.getAsBoolean();
        if (idle) {
          changed.await();
        } else {
          left = changed.awaitNanos(left);
        }
      }
      return !stopped;
    } finally {
      lock.unlock();
    }
  }

  Map<Run, Boolean> take() {
    return take(waiting);
  }

  Map<Run, Pace> takePaces() {
    return take(paces);
  }

  private <T> Map<Run, T> take(Map<Run, T> orders) {
    lock.lock();
    try {
      var taken = new LinkedHashMap<>(orders);
      orders.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }
}
