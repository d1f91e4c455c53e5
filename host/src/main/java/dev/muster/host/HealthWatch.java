package dev.muster.host;

import dev.muster.core.actor.Address;
import dev.muster.core.event.NodeEvent;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks the machines every second whether something is wrong and what they have in their caches, and
 * sends changes to their nodes. The nodes of one process share its computer.
 */
final class HealthWatch {
  private static final System.Logger LOGGER = System.getLogger(HealthWatch.class.getName());

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final Host host;
  private final Map<Address<NodeEvent>, TaskRuntime> machines = new LinkedHashMap<>();

  /** What each node was sent last, where that was not that it is well. */
  private final Map<Address<NodeEvent>, String> problems = new LinkedHashMap<>();

  /** Those that were sent last that memory is short. */
  private final Set<Address<NodeEvent>> shortOfMemory = new LinkedHashSet<>();

  /** What each node was sent last of its cache, where that was not that it is empty. */
  private final Map<Address<NodeEvent>, List<Long>> cached = new LinkedHashMap<>();

  private final Thread thread = Thread.ofPlatform().name("health").daemon().unstarted(this::run);
  private volatile boolean stopped;

  HealthWatch(Host host) {
    this.host = host;
  }

  void add(Address<NodeEvent> node, TaskRuntime machine) {
    machines.put(node, machine);
  }

  void start() {
    if (!machines.isEmpty()) {
      thread.start();
    }
  }

  void stop() {
    stopped = true;
    thread.interrupt();
    Waits.join(thread, JOIN_LIMIT);
  }

  private void run() {
    try {
      while (!stopped) {
        machines.forEach(this::look);
        machines.forEach(this::lookAtMemory);
        machines.forEach(this::lookAtCache);
        Thread.sleep(PERIOD);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** A message that the inbox did not take is sent again. */
  private void look(Address<NodeEvent> node, TaskRuntime machine) {
    var before = problems.getOrDefault(node, "");
    var problem = machine.problem();
    if (problem.isEmpty() == before.isEmpty()
        || !host.send(node, new NodeEvent.HealthChanged(problem))) {
      return;
    }
    if (problem.isEmpty()) {
      problems.remove(node);
      LOGGER.log(Level.INFO, node + " is well again and takes tasks");
    } else {
      problems.put(node, problem);
      LOGGER.log(Level.WARNING, node + " is sick and takes no tasks: " + problem);
    }
  }

  /** Said every time for as long as memory is short: a node that evicted too little evicts more. */
  private void lookAtMemory(Address<NodeEvent> node, TaskRuntime machine) {
    long bytes = Math.ceilDiv(machine.shortMemoryBytes(), machines.size());
    boolean wasShort = shortOfMemory.contains(node);
    if ((bytes == 0 && !wasShort) || !host.send(node, new NodeEvent.MemoryShort(bytes))) {
      return;
    }
    if (bytes == 0) {
      shortOfMemory.remove(node);
      LOGGER.log(Level.INFO, node + " has enough memory again");
    } else if (shortOfMemory.add(node)) {
      LOGGER.log(Level.WARNING, node + " lacks memory and evicts opportunistic tasks");
    }
  }

  private void lookAtCache(Address<NodeEvent> node, TaskRuntime machine) {
    var files = machine.cachedFiles();
    if (!files.equals(cached.getOrDefault(node, List.of()))
        && host.send(node, new NodeEvent.FilesCached(files))) {
      cached.put(node, files);
    }
  }
}
