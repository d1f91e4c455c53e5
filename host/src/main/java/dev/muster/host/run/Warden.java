package dev.muster.host.run;

import dev.muster.core.actor.Pace;
import dev.muster.host.Patience;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * The one thread of a machine that ends processes. It wakes when told to end a run, be it by the
 * {@link Inspector}; and every {@link #PERIOD} where what runs left behind has to be searched for.
 */
final class Warden {

  private static final System.Logger LOGGER = System.getLogger(Warden.class.getName());

  static final Duration PERIOD = Duration.ofMillis(100);

  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final Leftovers leftovers;
  private final Inspector inspector;
  private final Thread thread;
  private final Orders orders = new Orders();

  /**
   * @param running the runs under way, as they come and go
   */
  Warden(String node, Collection<Run> running, Leftovers leftovers) {
    this.leftovers = leftovers;
    this.inspector = new Inspector(node, running, run -> order(run, true));
    this.thread = Thread.ofPlatform().name("warden-" + node).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
    inspector.start();
  }

  /** A run of this job, already among those under way, is about to begin. */
  void expect(JobDirectory job) {
    leftovers.watch(job);
    if (!leftovers.none()) {
      orders.wake();
    }
    inspector.wake();
  }

  void order(Run run, boolean force) {
    orders.end(run, force);
  }

  void order(Run run, Pace pace) {
    orders.pace(run, pace);
  }

  /** Stops both threads, then ends all that runs left behind. */
  void close() {
    inspector.close();
    orders.stop();
    Patience.join(thread, JOIN_LIMIT);
    leftovers.endAll();
  }

  private void run() {
    try {
      while (orders.await(PERIOD, leftovers::none)) {
        turn();
      }
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whatever the system answers, the next order must be carried out. */
  private void turn() {
    try {
      carryOut(orders.take());
      orders.takePaces().forEach((run, pace) -> attempt(() -> run.pace(pace)));
      leftovers.look();
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot look after the processes of tasks", broken);
    }
  }

  private void carryOut(Map<Run, Boolean> taken) {
    if (!taken.isEmpty()) {
      taken.forEach((run, force) -> attempt(() -> run.end(force)));
      leftovers.end(taken);
    }
  }

  /** What goes wrong with one run must keep no order from the others. */
  private static void attempt(Runnable order) {
    try {
      order.run();
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot carry out an order to a task", broken);
    }
  }
}
