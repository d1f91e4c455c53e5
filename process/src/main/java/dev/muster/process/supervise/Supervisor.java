package dev.muster.process.supervise;

import dev.muster.core.actor.Pace;
import dev.muster.host.Waits;
import dev.muster.process.directory.DirectoryPool;
import dev.muster.process.directory.JobDirectory;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The one thread of a runtime that signals processes. It wakes when a run is to be ended or paced,
 * be it by the {@link QuotaEnforcer}, and every {@link #PERIOD} where orphans have to be searched
 * for. At most one order of either kind waits for each run.
 */
public final class Supervisor {
  private static final System.Logger LOGGER = System.getLogger(Supervisor.class.getName());

  static final Duration PERIOD = Duration.ofMillis(100);
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final Optional<OrphanSweep> sweep;
  private final QuotaEnforcer quotas;
  private final Thread thread;

  private final Map<SupervisedRun, Boolean> ends = new LinkedHashMap<>();

  private final Map<SupervisedRun, Pace> paces = new LinkedHashMap<>();
  private boolean stopped;

  /** Whether the thread sleeps until there is an order; a run that begins looks at this. */
  private volatile boolean idle;

  /**
   * @param running the runs under way, as they come and go
   * @param confined whether control groups hold runs together, so that nothing leaves them
   */
  public Supervisor(
      String node,
      Collection<? extends SupervisedRun> running,
      DirectoryPool pool,
      boolean confined) {
    this.sweep = confined ? Optional.empty() : Optional.of(new OrphanSweep(node, running, pool));
    this.quotas = new QuotaEnforcer(node, running, run -> end(run, true));
    this.thread = Thread.ofPlatform().name("supervisor-" + node).daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
    quotas.start();
  }

  /** A run of this job, already among those under way, is about to begin. */
  public void expect(JobDirectory job) {
    if (sweep.isPresent()) {
      sweep.get().watch(job);
      wake();
    }
    quotas.wake();
  }

  public void end(SupervisedRun run, boolean force) {
    change(() -> ends.merge(run, force, Boolean::logicalOr));
  }

  /** Of several orders about the pace of a run the last one counts. */
  public void pace(SupervisedRun run, Pace pace) {
    change(() -> paces.put(run, pace));
  }

  private void wake() {
    if (idle) {
      change(() -> idle = false);
    }
  }

  private synchronized void change(Runnable change) {
    change.run();
    notifyAll();
  }

  public void close() {
    quotas.close();
    change(() -> stopped = true);
    Waits.join(thread, JOIN_LIMIT);
    sweep.ifPresent(OrphanSweep::endAll);
  }

  private void run() {
    try {
      while (awaitOrders()) {
        turn();
      }
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the period at most, unless there is nothing to sweep; false when stopped. */
  private synchronized boolean awaitOrders() throws InterruptedException {
    long deadline = System.nanoTime() + PERIOD.toNanos();
    long leftMs = PERIOD.toMillis();
    while (ends.isEmpty() && paces.isEmpty() && !stopped && leftMs > 0) {
      idle = sweep.isEmpty() || sweep.get().isIdle();
      if (idle) {
        wait();
      } else {
        wait(leftMs);
        leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      }
    }
    return !stopped;
  }

  /** Whatever the system answers, the next order must be carried out. */
  private void turn() {
    try {
      var ended = take(ends);
      ended.forEach((run, force) -> attempt(() -> run.end(force)));
      if (!ended.isEmpty() && sweep.isPresent()) {
        sweep.get().end(ended);
      }
      take(paces).forEach((run, pace) -> attempt(() -> run.pace(pace)));
      sweep.ifPresent(OrphanSweep::look);
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot supervise the processes of tasks", broken);
    }
  }

  private synchronized <T> Map<SupervisedRun, T> take(Map<SupervisedRun, T> orders) {
    var taken = new LinkedHashMap<>(orders);
    orders.clear();
    return taken;
  }

  /** A failure with one run must not stop the orders for the others. */
  private static void attempt(Runnable order) {
    try {
      order.run();
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot carry out an order to a task", broken);
    }
  }

  /** A run as the threads of this package see it. Safe for any number of threads. */
  public interface SupervisedRun {
    /** What its processes have in {@code MUSTER_OUTPUT}, and no others. */
    String mark();

    JobDirectory job();

    void end(boolean force);

    void pace(Pace pace);

    /**
     * Whether the run writes more to its logs than can be trimmed, and has to be ended for that.
     */
    boolean exceedsLogLimit();

    /** Whether the run has more in its directories than it may, and has to be ended for that. */
    boolean exceedsOutputLimit();
  }
}
