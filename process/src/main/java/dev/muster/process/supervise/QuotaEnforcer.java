package dev.muster.process.supervise;

import dev.muster.host.Waits;
import dev.muster.process.supervise.Supervisor.SupervisedRun;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The thread of a runtime that keeps runs within their limits: every {@link #PERIOD} it keeps logs
 * short, and it goes round the directories of all runs, as far as it comes. That takes as long as
 * there are files and as disks are slow, so nobody who ends processes waits for it.
 */
final class QuotaEnforcer {
  private static final System.Logger LOGGER = System.getLogger(QuotaEnforcer.class.getName());

  static final Duration PERIOD = Duration.ofMillis(100);

  /** The files of all runs together are measured at most {@code 1/SHARE} of the time. */
  static final int SHARE = 10;

  private static final long SLICE_NS = PERIOD.toNanos() / SHARE;
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final Collection<? extends SupervisedRun> running;
  private final Consumer<SupervisedRun> excessive;
  private final Thread thread;
  private volatile boolean stopped;

  private volatile boolean idle;

  private Iterator<? extends SupervisedRun> round = Collections.emptyIterator();

  private long nextTick = System.nanoTime();

  /**
   * @param running the runs under way, as they come and go
   * @param excessive receives those that have to be ended
   */
  QuotaEnforcer(
      String node, Collection<? extends SupervisedRun> running, Consumer<SupervisedRun> excessive) {
    this.running = running;
    this.excessive = excessive;
    this.thread = Thread.ofPlatform().name("inspector-" + node).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void wake() {
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  void close() {
    stopped = true;
    LockSupport.unpark(thread);
    Waits.join(thread, JOIN_LIMIT);
  }

  private void run() {
    while (!stopped) {
      running.forEach(run -> look(run, SupervisedRun::exceedsLogLimit));
      if (System.nanoTime() - nextTick >= 0) {
        measure();
      }
      pause();
    }
  }

  /** Continues the round for a slice of time; a longer slice is followed by a longer rest. */
  private void measure() {
    if (!round.hasNext()) {
      round = running.iterator();
    }
    long startTick = System.nanoTime();
    long tookNs = 0;
    while (round.hasNext() && tookNs < SLICE_NS && !stopped) {
      look(round.next(), SupervisedRun::exceedsOutputLimit);
      tookNs = System.nanoTime() - startTick;
    }
    nextTick = startTick + tookNs * SHARE;
  }

  /** A failure with one run must not stop the checks of the others. */
  private void look(SupervisedRun run, Predicate<SupervisedRun> exceeds) {
    try {
      if (exceeds.test(run)) {
        excessive.accept(run);
      }
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot measure what a task has written", broken);
    }
  }

  /** Who begins a run looks whether this sleeps only after the run can be seen here. */
  private void pause() {
    idle = true;
    if (running.isEmpty() && !stopped) {
      LockSupport.park(this);
      idle = false;
    } else {
      idle = false;
      LockSupport.parkNanos(this, PERIOD.toNanos());
    }
  }
}
