package dev.muster.bench;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.NodeCommandLine;
import dev.muster.daemon.Secret;
import dev.muster.daemon.Submission;
import dev.muster.model.Resources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether a cell can be trusted while its processes die: jobs go on and on, nodes and guardians are
 * killed at random or stand still for a while. Every job must end as it should, each task on record
 * once.
 */
public final class SoakBench {

  /**
   * @param length how long faults go on; jobs that are open then may end
   * @param jobsAtOnce how many jobs are open at a time
   */
  public record SoakOptions(int nodes, Duration length, int jobsAtOnce, long seed) {}

  /**
   * @param starts how often tasks started: more than once where a node died, never after a failed
   *     stage
   * @param problems what should not have happened
   */
  public record SoakResult(
      int nodes,
      double seconds,
      int jobs,
      long tasks,
      long starts,
      int nodesKilled,
      int guardiansKilled,
      int nodesStopped,
      List<String> problems) {

    /** The same for people. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(
          "%d jobs with %,d tasks on %d nodes in %.0f s; tasks started %,d times"
              .formatted(jobs, tasks, nodes, seconds, starts));
      lines.add(
          "killed: %d nodes, %d guardians; stopped for a while: %d nodes"
              .formatted(nodesKilled, guardiansKilled, nodesStopped));
      lines.add(problems.isEmpty() ? "every job ended as it should" : "WRONG:");
      lines.addAll(problems);
      return lines;
    }
  }

  private record SoakSubmission(int number, SoakJob job, Submission submission, long sinceNs) {}

  /** No job may take longer: a node may be given up, and all of its work made again. */
  private static final Duration JOB_LIMIT = Duration.ofMinutes(3);

  /** Past so many the soak ends. */
  private static final int MAX_PROBLEMS = 10;

  private static final Duration STEP = Duration.ofMillis(100);
  private static final int FAULT_ONE_STEP_IN = 20;
  private static final int MAX_STOPPED_MS = 6_000;
  private static final Resources CAPACITY =
      new Resources(SoakJob.NEEDS.cpuMillis() * 4, SoakJob.NEEDS.memoryBytes() * 4);

  private final SoakOptions options;
  private final Path home;
  private final CellDaemon cell;
  private final List<SoakNode> nodes;
  private final Chance chance;
  private final List<SoakSubmission> open = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /** When each node that stands still goes on; 0 for the others. */
  private final long[] goesOnNs;

  private int jobs;
  private long tasks;
  private long starts;
  private int nodesKilled;
  private int guardiansKilled;
  private int nodesStopped;

  private SoakBench(SoakOptions options, Path home, CellDaemon cell, List<SoakNode> nodes) {
    this.options = options;
    this.home = home;
    this.cell = cell;
    this.nodes = nodes;
    this.goesOnNs = new long[nodes.size()];
    this.chance = Chance.of(options.seed(), "soak");
  }

  public static SoakResult run(SoakOptions options) throws IOException, InterruptedException {
    try (var home = BenchHome.create()) {
      return run(options, home.path());
    }
  }

  private static SoakResult run(SoakOptions options, Path home)
      throws IOException, InterruptedException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var secret = Secret.ofCell(home, Map.of());
    List<SoakNode> nodes = new ArrayList<>();
    try (var cell =
        CellDaemon.start(
            new CellDaemon.DaemonOptions(home, address, secret, 1, OptionalLong.empty()))) {
      for (int index = 0; index < options.nodes(); index++) {
        nodes.add(node(home, index, cell.port()));
      }
      return new SoakBench(options, home, cell, nodes).soak();
    } finally {
      nodes.forEach(SoakNode::close);
    }
  }

  private static SoakNode node(Path home, int index, int port) throws IOException {
    var state = home.resolve("nodes").resolve(Integer.toString(index));
    var command = new NodeCommandLine("localhost:" + port, home, state, CAPACITY);
    return new SoakNode(command, home.resolve("node-" + index + ".log"));
  }

  private SoakResult soak() throws IOException, InterruptedException {
    Files.createDirectories(home.resolve("ledgers"));
    keepAlive();
    BenchNodes.await("cell with all nodes", () -> cell.nodes() == options.nodes());
    long startNs = System.nanoTime();
    long endNs = startNs + options.length().toNanos();
    while (System.nanoTime() < endNs && problems.size() < MAX_PROBLEMS) {
      submit();
      fault();
      step();
    }
    resumeAll();
    while (!open.isEmpty()) {
      step();
    }
    double seconds = (System.nanoTime() - startNs) / 1e9;
    return new SoakResult(
        options.nodes(),
        seconds,
        jobs,
        tasks,
        starts,
        nodesKilled,
        guardiansKilled,
        nodesStopped,
        List.copyOf(problems));
  }

  private void step() throws IOException, InterruptedException {
    keepAlive();
    resumeDue();
    Thread.sleep(STEP);
    check();
  }

  // Jobs.

  private void submit() {
    while (open.size() < options.jobsAtOnce()) {
      var job = new SoakJob(home.resolve("ledgers").resolve(Integer.toString(jobs)), chance);
      open.add(
          new SoakSubmission(jobs++, job, cell.submit(job.spec(home), _ -> {}), System.nanoTime()));
      tasks += job.tasks() + 1;
    }
  }

  private void check() throws IOException, InterruptedException {
    for (var each : List.copyOf(open)) {
      Optional<ClientEvent> end = each.submission().await(Duration.ZERO);
      boolean late = System.nanoTime() - each.sinceNs() > JOB_LIMIT.toNanos();
      if (end.isPresent()) {
        note(each, each.job().problems(end.get()));
      } else if (late) {
        note(each, List.of("not ended after " + JOB_LIMIT.toSeconds() + " s"));
      }
    }
  }

  private void note(SoakSubmission ended, List<String> wrong) throws IOException {
    open.remove(ended);
    starts += ended.job().starts();
    wrong.forEach(problem -> problems.add("job " + ended.number() + ": " + problem));
  }

  // Faults.

  private void fault() throws IOException, InterruptedException {
    if (chance.nextInt(FAULT_ONE_STEP_IN) != 0) {
      return;
    }
    int index = chance.nextInt(nodes.size());
    var node = nodes.get(index);
    switch (chance.nextInt(3)) {
      case 0 -> nodesKilled += node.killAgent() ? 1 : 0;
      case 1 -> guardiansKilled += node.killGuardian() ? 1 : 0;
      default -> stop(index, node);
    }
  }

  private void stop(int index, SoakNode node) throws IOException, InterruptedException {
    if (goesOnNs[index] == 0 && node.stop()) {
      goesOnNs[index] = System.nanoTime() + chance.nextInt(MAX_STOPPED_MS) * 1_000_000L;
      nodesStopped++;
    }
  }

  private void resumeDue() throws IOException, InterruptedException {
    for (int index = 0; index < goesOnNs.length; index++) {
      if (goesOnNs[index] != 0 && System.nanoTime() > goesOnNs[index]) {
        resume(index);
      }
    }
  }

  private void resumeAll() throws IOException, InterruptedException {
    for (int index = 0; index < goesOnNs.length; index++) {
      resume(index);
    }
  }

  private void resume(int index) throws IOException, InterruptedException {
    goesOnNs[index] = 0;
    nodes.get(index).resume();
  }

  private void keepAlive() throws IOException {
    for (var node : nodes) {
      node.keepAlive();
    }
  }
}
