package dev.muster.host.run;

import dev.muster.core.loop.Pace;
import dev.muster.host.Patience;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The one thread of a machine that ends processes. It wakes when told to end a run, and every
 * {@link #PERIOD} while anything runs: to keep logs short, to stop runs that fill the disk, and to
 * end what runs left behind where that has to be searched for.
 */
final class Warden {

  private static final System.Logger LOGGER = System.getLogger(Warden.class.getName());

  static final Duration PERIOD = Duration.ofMillis(100);

  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final Collection<Run> running;
  private final Leftovers leftovers;
  private final Thread thread;
  private final Orders orders = new Orders();

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
    orders.wake();
  }

  void order(Run run, boolean force) {
    orders.end(run, force);
  }

  void order(Run run, Pace pace) {
    orders.pace(run, pace);
  }

  /** Stops the thread, then ends all that runs left behind. */
  void close() {
    orders.stop();
    Patience.join(thread, JOIN_LIMIT);
    leftovers.endAll();
  }

  private void run() {
    try {
      while (orders.await(PERIOD, () -> running.isEmpty() && leftovers.none())) {
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
      orders.takePaces().forEach(Run::pace);
      stopExcess();
      leftovers.look();
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot look after the processes of tasks", broken);
    }
  }

  private void carryOut(Map<Run, Boolean> taken) {
    if (!taken.isEmpty()) {
      taken.forEach(Run::end);
      leftovers.end(taken);
    }
  }

  private void stopExcess() {
    Map<Run, Boolean> excessive = new LinkedHashMap<>();
    for (var run : new ArrayList<>(running)) {
      if (run.exceeds()) {
        excessive.put(run, true);
      }
    }
    carryOut(excessive);
  }
}
