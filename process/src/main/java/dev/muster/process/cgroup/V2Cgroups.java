package dev.muster.process.cgroup;

import dev.muster.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Groups in the one hierarchy of version 2, a new one for each run. */
final class V2Cgroups implements Cgroups {
  static final Set<String> CONTROLLERS = Set.of("memory", "cpu", "pids");

  private static final long WEIGHT_OF_A_CORE = 100;
  private static final long MOST_WEIGHT = 10_000;

  private final Path root;
  private final boolean limits;
  private final int processes;
  private final AtomicInteger nextName = new AtomicInteger();

  /**
   * @param root where the groups of runs go
   * @param limits whether there are controllers in it; without, runs are only held together
   * @param processes how many processes and threads a run may have at a time
   */
  V2Cgroups(Path root, boolean limits, int processes) throws IOException {
    this.processes = processes;
    this.root = root;
    this.limits = limits;
    if (limits) {
      var all = weight(1_000L * Runtime.getRuntime().availableProcessors());
      ControlFile.write(root.resolve("cpu.weight"), all);
      ControlFile.write(root.resolveSibling("cpu.weight"), all);
    }
  }

  static void delegate(Path own, Path root) throws IOException {
    for (var directory : new Path[] {own, own.resolve(CgroupTree.TOP), root}) {
      ControlFile.write(directory.resolve("cgroup.subtree_control"), "+memory +cpu +pids");
      delegateIo(directory.resolve("cgroup.subtree_control"));
    }
  }

  /** Without it, tasks of low pace are low for cpus only. */
  private static void delegateIo(Path control) {
    try {
      ControlFile.write(control, "+io");
    } catch (IOException notHere) {
      // Few computers have it.
    }
  }

  private static String weight(long cpuMillis) {
    return Long.toString(Math.clamp(cpuMillis * WEIGHT_OF_A_CORE / 1_000, 1, MOST_WEIGHT));
  }

  @Override
  public boolean confine() {
    return true;
  }

  @Override
  public Cgroup take(Resources needs) throws IOException {
    var directory = root.resolve(Integer.toString(nextName.getAndIncrement()));
    Files.createDirectory(directory);
    try {
      if (limits) {
        limit(directory, needs);
      }
      return new V2Cgroup(directory, limits, weight(needs.cpuMillis()));
    } catch (IOException refused) {
      CgroupTree.removeEmpty(directory);
      throw refused;
    }
  }

  @Override
  public Cgroup find(String ticket) {
    return CgroupTicket.parse(ticket).flatMap(this::find).orElse(Cgroup.NONE);
  }

  private Optional<Cgroup> find(CgroupTicket ticket) {
    var directory = CgroupTree.find(root, ticket.name());
    return Files.isDirectory(directory)
        ? Optional.of(new V2Cgroup(directory, limits, Long.toString(ticket.before(0))))
        : Optional.empty();
  }

  /** Swap is denied, for a task over its limit would go on there, slower than anybody likes. */
  private void limit(Path directory, Resources needs) throws IOException {
    long bytes = Math.max(needs.memoryBytes(), LEAST_MEMORY_BYTES);
    ControlFile.write(directory.resolve("memory.max"), Long.toString(bytes));
    ControlFile.write(directory.resolve("memory.oom.group"), "1");
    if (Files.exists(directory.resolve("memory.swap.max"))) {
      ControlFile.write(directory.resolve("memory.swap.max"), "0");
    }
    ControlFile.write(directory.resolve("cpu.weight"), weight(needs.cpuMillis()));
    ControlFile.write(directory.resolve("pids.max"), Integer.toString(processes));
  }

  @Override
  public void close() {
    CgroupTree.removeWithParent(root);
  }
}
