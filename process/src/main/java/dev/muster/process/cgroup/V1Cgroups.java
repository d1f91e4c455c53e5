package dev.muster.process.cgroup;

import static java.util.Objects.requireNonNull;

import dev.muster.model.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Groups in the older kernel's hierarchies, one for each thing to control. Making a group in all of
 * them takes a good part of what starting a process takes, so they are used again.
 */
final class V1Cgroups implements Cgroups {
  static final String MEMORY = "memory";
  static final String CPU = "cpu";
  static final String CPU_ACCOUNT = "cpuacct";
  static final String PROCESSES = "pids";
  static final String FREEZER = "freezer";
  static final List<String> CONTROLLERS = List.of(MEMORY, CPU, CPU_ACCOUNT, PROCESSES);

  /** How many wait to be used again, and have their files open. */
  static final int KEPT = 64;

  private static final byte[] THIS_THREAD = {'0'};
  private static final long SHARES_OF_A_CORE = 1_024;
  private static final long LEAST_SHARES = 2;
  private static final long MOST_SHARES = 262_144;

  private final Map<String, Path> roots;
  private final int processes;
  private final Optional<Path> freezer;
  private final List<ControlFile> home;
  private final ArrayDeque<V1Cgroup> idle = new ArrayDeque<>();

  /** Not removed yet: the kernel holds a group until the zombies in it are reaped. */
  private final List<V1Cgroup> leaving = new ArrayList<>();

  /** The group of each starter: a starter in a free group need not move for its next start. */
  private final Map<Thread, V1Cgroup> places = new ConcurrentHashMap<>();

  private int nextName;
  private int live;

  /**
   * @param own where this process is, by controller
   * @param roots where the groups of runs go, each an empty group; perhaps one for the freezer
   * @param processes how many processes and threads a run may have at a time
   */
  V1Cgroups(Map<String, Path> own, Map<String, Path> roots, int processes) throws IOException {
    this.processes = processes;
    this.roots = new HashMap<>(roots);
    this.freezer = Optional.ofNullable(this.roots.remove(FREEZER));
    this.home =
        own.entrySet().stream()
            .filter(each -> !each.getKey().equals(FREEZER))
            .map(Map.Entry::getValue)
            .distinct()
            .map(directory -> new ControlFile(directory.resolve("tasks")))
            .toList();
    // Else all runs together would weigh as much as any one process outside.
    var all = shares(1_000L * Runtime.getRuntime().availableProcessors());
    var root = directory(roots, CPU);
    ControlFile.write(root.resolve("cpu.shares"), all);
    ControlFile.write(root.resolveSibling("cpu.shares"), all);
  }

  static String shares(long cpuMillis) {
    return Long.toString(
        Math.clamp(cpuMillis * SHARES_OF_A_CORE / 1_000, LEAST_SHARES, MOST_SHARES));
  }

  static Path directory(Map<String, Path> directories, String controller) {
    return requireNonNull(directories.get(controller));
  }

  @Override
  public boolean confine() {
    return true;
  }

  @Override
  public Cgroup take(Resources needs) throws IOException {
    var group = idleOrNew();
    try {
      group.prepare(needs);
      return group;
    } catch (IOException refused) {
      giveBack(group, false);
      throw refused;
    }
  }

  private synchronized V1Cgroup idleOrNew() throws IOException {
    var here = places.get(Thread.currentThread());
    if (here != null && idle.remove(here)) {
      return here;
    }
    var group = idle.poll();
    return group == null ? create() : group;
  }

  private V1Cgroup create() throws IOException {
    var name = Integer.toString(nextName++);
    var directories = directories(root -> root.resolve(name));
    try {
      boolean keepOpen = live < KEPT;
      var group = V1Cgroup.create(this, directories, freezer(root -> root.resolve(name)), keepOpen);
      live++;
      return group;
    } catch (IOException refused) {
      directories.values().forEach(CgroupTree::removeEmpty);
      throw refused;
    }
  }

  @Override
  public synchronized Cgroup find(String text) {
    try {
      var ticket =
          CgroupTicket.parse(text).orElseThrow(() -> new IOException("no ticket: " + text));
      UnaryOperator<Path> target = root -> CgroupTree.find(root, ticket.name());
      var found = V1Cgroup.find(this, directories(target), freezer(target), ticket);
      live++;
      return found;
    } catch (IOException gone) {
      return Cgroup.NONE;
    }
  }

  private V1Freezer freezer(UnaryOperator<Path> target) {
    return new V1Freezer(freezer.map(target));
  }

  private Map<String, Path> directories(UnaryOperator<Path> target) {
    var directories = new HashMap<String, Path>();
    roots.forEach((controller, root) -> directories.put(controller, target.apply(root)));
    return directories;
  }

  synchronized void giveBack(V1Cgroup group, boolean usable) {
    if (usable && idle.size() < KEPT) {
      idle.push(group);
    } else {
      live--;
      leaving.removeIf(V1Cgroup::remove);
      if (!group.remove()) {
        leaving.add(group);
      }
    }
  }

  int processes() {
    return processes;
  }

  boolean isIn(V1Cgroup group) {
    return places.get(Thread.currentThread()) == group;
  }

  void moved(V1Cgroup group) {
    places.put(Thread.currentThread(), group);
  }

  void comeHome() {
    places.remove(Thread.currentThread());
    try {
      for (var door : home) {
        door.write(THIS_THREAD);
      }
    } catch (IOException refused) {
      // It goes to its next place from there.
    }
  }

  @Override
  public synchronized void close() {
    leaving.addAll(idle);
    idle.clear();
    leaving.forEach(V1Cgroup::removeSoon);
    leaving.clear();
    home.forEach(ControlFile::close);
    roots.values().forEach(CgroupTree::removeWithParent);
    freezer.ifPresent(CgroupTree::removeWithParent);
  }
}
