package dev.muster.host.run;

import dev.muster.host.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one thread of a machine that ends processes. It wakes when told to end a run, and every
 * {@link #PERIOD} while anything runs: to stop runs that flood their logs, and to end what runs
 * left behind where that has to be searched for.
 */
final class Warden {

  static final Duration PERIOD = Duration.ofMillis(100);

  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final Collection<Run> running;
  private final Leftovers leftovers;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Runs to end, and whether by force; at most one order for each that runs. */
  private final Map<Run, Boolean> orders = new LinkedHashMap<>();

  private boolean stopped;

  /** Whether it sleeps until it is told something; a run that begins finds that out. */
  private volatile boolean idle;

  /**
   * @param running the runs under way, as they come and go
   */
  Warden(String node, Collection<Run> running, Leftovers leftovers) {
    this.running = running;
    this.leftovers = leftovers;
    this.thread = Thread.ofPlatform().name("warden-" + node).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** A run of this job, already among those under way, is about to begin. */
  void expect(JobDirectory job) {
    leftovers.watch(job);
    if (idle) {
      change(() -> idle = false);
    }
  }

  void order(Run run, boolean force) {
    change(() -> orders.merge(run, force, Boolean::logicalOr));
  }

  /** Stops the thread, then ends all that runs left behind. */
  void close() {
    change(() -> stopped = true);
    Patience.join(thread, JOIN_LIMIT);
    leftovers.endAll();
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

  private void run() {
    try {
      while (await()) {
        carryOut(takeOrders());
        stopFloods();
        leftovers.look();
      }
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for an order, at most for a period while there is something to look after. */
  private boolean await() throws InterruptedException {
    lock.lock();
    try {
      long left = PERIOD.toNanos();
      while (orders.isEmpty() && !stopped && left > 0) {
        idle = running.isEmpty() && leftovers.none();
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

  private Map<Run, Boolean> takeOrders() {
    lock.lock();
    try {
      var taken = new LinkedHashMap<>(orders);
      orders.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void carryOut(Map<Run, Boolean> taken) {
    if (!taken.isEmpty()) {
      taken.forEach(Run::end);
      leftovers.end(taken);
    }
  }

  private void stopFloods() {
    Map<Run, Boolean> floods = new LinkedHashMap<>();
    for (var run : new ArrayList<>(running)) {
      if (run.floods()) {
        floods.put(run, true);
      }
    }
    carryOut(floods);
  }
}
