package dev.muster.bench;

import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.Secret;
import dev.muster.model.Resources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What batch sampling with late binding costs on real messages: a cell in this process, nodes and
 * executors in others, jobs of ten tasks. Once at a set rate, for the time from submission to the
 * start of each task, and once with so many jobs at a time that the cell never rests, for how many
 * tasks it can do.
 */
public final class SampledBench {

  /**
   * @param rate jobs per second where they come at a set rate
   * @param seconds how long each of the two lasts, for each length of tasks
   * @param taskMillis the lengths
   */
  public record SampledBenchOptions(
      int nodes, int schedulers, double rate, int seconds, List<Integer> taskMillis) {}

  /**
   * @param nodes how many processes; each has {@code slotsPerNode} tasks at a time
   * @param lostMessages that were dropped between actors or links
   */
  public record SampledResult(
      int nodes,
      int schedulers,
      int slotsPerNode,
      int tasksPerJob,
      double jobsPerSecond,
      int jobsAtOnce,
      List<Length> lengths,
      long lostMessages) {

    /** The same for people. */
    public List<String> lines() {
      var lines = new ArrayList<String>();
      lines.add(
          "%d nodes with %d slots each, %d scheduler(s), jobs of %d tasks"
              .formatted(nodes, slotsPerNode, schedulers, tasksPerJob));
      lengths.forEach(each -> lines.add(line(each)));
      lines.add("%d messages lost".formatted(lostMessages));
      return lines;
    }

    private String line(Length each) {
      return String.format(
          Locale.ROOT,
          "tasks of %d ms: start after %.2f ms (p95 %.2f, p99 %.2f) at %.0f jobs/s; with %d jobs at"
              + " once %,.0f tasks/s, per task %,.0f µs of cpu, %.1f messages in %.1f envelopes, %,.0f bytes",
          each.taskMillis(),
          each.medianMs(),
          each.p95Ms(),
          each.p99Ms(),
          jobsPerSecond,
          jobsAtOnce,
          each.tasksPerSecond(),
          each.cpuMicrosPerTask(),
          each.messagesPerTask(),
          each.envelopesPerTask(),
          each.bytesPerTask());
    }
  }

  /**
   * Of tasks of one length. Overheads go from submission to the start of each task, at the set
   * rate. Messages are those between processes, both ways; several share an envelope.
   *
   * @param tasksPerSecond at saturation; tasks that take time are limited by the slots
   * @param cpuMicrosPerTask of all processes together, at saturation: what does not depend on how
   *     busy the machine is otherwise
   */
  public record Length(
      int taskMillis,
      double medianMs,
      double p95Ms,
      double p99Ms,
      long tasksMeasured,
      double tasksPerSecond,
      double cpuMicrosPerTask,
      double messagesPerTask,
      double envelopesPerTask,
      double bytesPerTask) {}

  static final int SLOTS_PER_NODE = 16;
  static final int JOBS_AT_ONCE = 16;

  private static final Resources NEEDS = new Resources(1, 1L << 20);
  private static final double MICRO_NS = 1e3;
  private static final int WARM_UP_SECONDS = 5;

  private final SampledBenchOptions options;
  private final CellDaemon cell;
  private final BenchNodes nodes;
  private final SampledLoad load;

  private SampledBench(
      SampledBenchOptions options, CellDaemon cell, BenchNodes nodes, SampledLoad load) {
    this.options = options;
    this.cell = cell;
    this.nodes = nodes;
    this.load = load;
  }

  public static SampledResult run(SampledBenchOptions options)
      throws IOException, InterruptedException {
    try (var home = BenchHome.create()) {
      return run(options, home.path());
    }
  }

  private static SampledResult run(SampledBenchOptions options, Path home)
      throws IOException, InterruptedException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var secret = Secret.ofCell(home, Map.of());
    var stamps = StampFile.create(home.resolve("stamps"), slots(options));
    try (var cell =
            CellDaemon.start(
                new CellDaemon.DaemonOptions(
                    home, address, secret, options.schedulers(), OptionalLong.empty()));
        var nodes = new BenchNodes(home, "localhost:" + cell.port())) {
      var capacity =
          new Resources(NEEDS.cpuMillis() * SLOTS_PER_NODE, NEEDS.memoryBytes() * SLOTS_PER_NODE);
      nodes.start(options.nodes(), capacity);
      nodes.serve(SLOTS_PER_NODE, stamps.path());
      BenchNodes.await("cell with all nodes", () -> cell.nodes() == options.nodes());
      return new SampledBench(options, cell, nodes, new SampledLoad(cell, stamps, NEEDS)).measure();
    }
  }

  private static int slots(SampledBenchOptions options) {
    long jobs = (long) Math.ceil(options.rate() * options.seconds()) + 1;
    return Math.toIntExact(jobs * SampledLoad.TASKS * options.taskMillis().size());
  }

  private SampledResult measure() throws InterruptedException {
    load.awaitExecutors();
    load.saturate(JOBS_AT_ONCE, WARM_UP_SECONDS, 0);
    var lengths = new ArrayList<Length>();
    for (int millis : options.taskMillis()) {
      lengths.add(measure(millis));
    }
    return new SampledResult(
        options.nodes(),
        options.schedulers(),
        SLOTS_PER_NODE,
        SampledLoad.TASKS,
        options.rate(),
        JOBS_AT_ONCE,
        lengths,
        cell.lostMessages());
  }

  private Length measure(int millis) throws InterruptedException {
    var overhead = load.pace(options.rate(), options.seconds(), millis);
    var before = cell.traffic();
    var cpuBefore = nodes.cpu();
    var full = load.saturate(JOBS_AT_ONCE, options.seconds(), millis);
    var traffic = cell.traffic().minus(before);
    var cpu = nodes.cpu().minus(cpuBefore);
    double tasks = full.tasks();
    return new Length(
        millis,
        SampledLoad.millis(overhead, 50),
        SampledLoad.millis(overhead, 95),
        SampledLoad.millis(overhead, 99),
        overhead.getTotalCount(),
        full.perSecond(),
        cpu.toNanos() / MICRO_NS / tasks,
        (traffic.out().events() + traffic.in().events()) / tasks,
        (traffic.out().envelopes() + traffic.in().envelopes()) / tasks,
        (traffic.out().bytes() + traffic.in().bytes()) / tasks);
  }
}
