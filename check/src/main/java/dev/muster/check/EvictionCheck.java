package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Role;
import dev.muster.core.event.NodeEvent.ScheduleMaintenance;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.Outcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Promise 3, of tiers: only opportunistic runs are evicted, and promoted runs are guaranteed.
 * Promise 10: of two equal runs that started at the same time, that of the lower number is evicted
 * first.
 */
final class EvictionCheck implements Observer {

  private record LiveRun(Launch launch, long sinceNs) {}

  private final LongSupplier nowNs;
  private final boolean freezes;
  private final Map<Integer, Map<Long, LiveRun>> running = new HashMap<>();
  private final Set<Long> promoted = new HashSet<>();

  /** Runs that got the signal to terminate: the force that follows is no eviction. */
  private final Set<Long> ending = new HashSet<>();

  /** By node: runs that were evicted in its present step. */
  private final Map<Integer, TreeSet<Long>> evicted = new HashMap<>();

  /** Nodes with maintenance, which evicts all opportunistic runs in any order. */
  private final Set<Integer> taken = new HashSet<>();

  /**
   * @param freezes whether opportunistic runs may be frozen instead, which changes the order
   */
  EvictionCheck(LongSupplier nowNs, boolean freezes) {
    this.nowNs = nowNs;
    this.freezes = freezes;
  }

  @Override
  public void launched(int node, Launch launch) {
    on(node).put(launch.run(), new LiveRun(launch, nowNs.getAsLong()));
  }

  private Map<Long, LiveRun> on(int node) {
    return running.computeIfAbsent(node, _ -> new TreeMap<>());
  }

  @Override
  public void killed(int node, long run, boolean force) {
    if (!force) {
      ending.add(run);
    } else if (!ending.contains(run)) {
      evicted.computeIfAbsent(node, _ -> new TreeSet<>()).add(run);
      ending.add(run);
    }
  }

  /** The next event of a node ends its step. */
  @Override
  public void delivered(Address<?> to, Event event) {
    if (to.role() == Role.NODE) {
      var gone = evicted.remove(to.index());
      if (gone != null && !freezes && !taken.contains(to.index())) {
        gone.forEach(run -> verifyOrder(to.index(), run));
      }
      if (event instanceof ScheduleMaintenance) {
        taken.add(to.index());
      }
    }
  }

  private void verifyOrder(int node, long run) {
    var gone = on(node).get(run);
    for (var other : on(node).values()) {
      long spared = other.launch().run();
      if (gone != null && spared < run && !ending.contains(spared) && isEqual(gone, other)) {
        throw new BrokenPromise(
            10, "run %d was evicted before run %d, which is equal".formatted(run, spared));
      }
    }
  }

  private boolean isEqual(LiveRun one, LiveRun other) {
    return one.sinceNs() == other.sinceNs()
        && other.launch().demand().isOpportunistic()
        && !promoted.contains(other.launch().run())
        && one.launch().demand().resources().equals(other.launch().demand().resources());
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case TaskPromoted answer when answer.granted() -> promoted.add(answer.reservation());
      case TaskFinished end -> ended(end);
      default -> {} // not about runs
    }
  }

  private void ended(TaskFinished end) {
    var run = on(end.node()).remove(end.reservation());
    if (run == null || end.result().outcome() != Outcome.EVICTED) {
      return;
    }
    if (!run.launch().demand().isOpportunistic() || promoted.contains(end.reservation())) {
      throw new BrokenPromise(3, "%s is guaranteed and was evicted".formatted(run.launch().work()));
    }
  }

  @Override
  public void crashed(int node) {
    running.remove(node);
    evicted.remove(node);
  }

  /** The next epoch does not know the exact start times. */
  @Override
  public void processDied(int node) {
    evicted.remove(node);
    on(node).replaceAll((run, alive) -> new LiveRun(alive.launch(), -1 - run));
    on(node).keySet().forEach(ending::remove);
  }
}
