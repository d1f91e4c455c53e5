package dev.muster.host.run;

import dev.muster.host.Patience;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The one thread of a machine that ends processes. It wakes when told to end a run, and every
 * {@link #PERIOD} while anything runs: to stop runs that flood their logs, and to end what runs
 * left behind. One look at the processes of the computer serves all orders at hand.
 */
final class Warden {

  private static final System.Logger LOGGER = System.getLogger(Warden.class.getName());

  static final Duration PERIOD = Duration.ofMillis(100);

  /** Looks at all processes take at most this part of the time, however many there are. */
  private static final int LOOK_SHARE = 50;

  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);
  private static final int LAST_SWEEPS = 50;
  private static final Duration BETWEEN_LAST_SWEEPS = Duration.ofMillis(20);

  private final Collection<Run> running;
  private final Strays strays;
  private final Spares spares;
  private final Thread thread;
  private final Orders orders = new Orders();
  private boolean forced;
  private long nextSweepTick = System.nanoTime();

  /**
   * @param running the runs under way, as they come and go
   */
  Warden(String node, Collection<Run> running, Spares spares) {
    this.running = running;
    this.spares = spares;
    this.strays = new Strays(node, running);
    this.thread = Thread.ofPlatform().name("warden-" + node).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** A run of this job, already among those under way, is about to begin. */
  void expect(JobDirectory job) {
    if (strays.watch(job)) {
      orders.wake();
    }
  }

  void order(Run run, boolean force) {
    orders.end(run, force);
  }

  /** Stops the thread, then ends all that runs left behind. */
  void close() {
    orders.stop();
    Patience.join(thread, JOIN_LIMIT);
    for (int pass = 0; pass < LAST_SWEEPS && sweep(); pass++) {
      Patience.pause(BETWEEN_LAST_SWEEPS);
    }
  }

  private void run() {
    try {
      while (orders.await(PERIOD, strays::none)) {
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
      stopFloods();
      sweepWhenDue();
    } catch (RuntimeException broken) {
      LOGGER.log(Level.WARNING, "cannot look after the processes of tasks", broken);
    }
  }

  private void carryOut(Map<Run, Boolean> taken) {
    if (taken.isEmpty()) {
      return;
    }
    var owned = Processes.owned();
    taken.forEach(
        (run, force) -> {
          run.tell();
          forced |= force;
          family(run, owned)
              .forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        });
  }

  /** The process of a run before its children: a shell must not go on to its next command. */
  private static Set<ProcessHandle> family(Run run, List<Processes.Owned> owned) {
    Set<ProcessHandle> family = new LinkedHashSet<>();
    var process = run.process();
    if (process != null) {
      family.add(process.toHandle());
      process.descendants().forEach(family::add);
    }
    for (var each : owned) {
      if (each.mark().equals(run.mark())) {
        family.add(each.handle());
      }
    }
    return family;
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

  /** At once as long as something was found: processes may beget others while they are ended. */
  private void sweepWhenDue() {
    if (forced || System.nanoTime() - nextSweepTick >= 0) {
      forced = sweep();
    }
  }

  /** Ends what runs left behind, and passes on the directories of those that left nothing. */
  private boolean sweep() {
    var waiting = spares.waiting();
    var owned = look();
    boolean found = strays.end(owned);
    spares.release(waiting, owned.stream().map(Processes.Owned::mark).collect(Collectors.toSet()));
    if (!found) {
      strays.forgetEndedJobs();
    }
    return found;
  }

  private List<Processes.Owned> look() {
    long startTick = System.nanoTime();
    var owned = Processes.owned();
    nextSweepTick = startTick + (System.nanoTime() - startTick) * LOOK_SHARE;
    return owned;
  }
}
