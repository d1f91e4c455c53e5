package dev.muster.bench;

import dev.muster.daemon.NodeCommandLine;
import dev.muster.executor.ExecutorMain;
import dev.muster.executor.frame.Protocol;
import dev.muster.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Nodes in processes of their own, each with an executor that stays for all jobs. */
final class BenchNodes implements AutoCloseable {

  /** What the functions of these executors begin with. */
  static final String PREFIX = "bench";

  /** What is waited for; to look may itself take time. */
  interface Condition {
    boolean holds() throws InterruptedException;
  }

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private final Path home;
  private final String cell;
  private final List<Process> nodes = new ArrayList<>();
  private final List<Process> executors = new ArrayList<>();

  /**
   * @param cell as HOST:PORT
   */
  BenchNodes(Path home, String cell) {
    this.home = home;
    this.cell = cell;
  }

  void start(int count, Resources capacity) throws IOException {
    for (int i = 0; i < count; i++) {
      var state = home.resolve("nodes").resolve(Integer.toString(i));
      nodes.add(
          start(new ProcessBuilder(new NodeCommandLine(cell, home, state, capacity).alone())));
    }
  }

  private static Process start(ProcessBuilder builder) throws IOException {
    return builder
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Gives each node its executor. */
  void serve(int slots, Path stamps) throws IOException, InterruptedException {
    for (var node : nodes) {
      var endpoint = endpoint(node);
      var builder =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx128m",
              "-XX:+UseSerialGC",
              "-XX:-UsePerfData",
              "-D" + Stamp.PROPERTY + "=" + stamps,
              "-cp",
              System.getProperty("java.class.path"),
              ExecutorMain.class.getName());
      builder.environment().put(Protocol.SOCKET, endpoint.resolve("socket").toString());
      builder.environment().put(Protocol.SECRET, Files.readString(endpoint.resolve("secret")));
      builder.environment().put(Protocol.NAME, PREFIX);
      builder.environment().put(Protocol.SLOTS, Integer.toString(slots));
      executors.add(start(builder));
    }
  }

  /** The directory in which a node says how executors reach it. */
  private Path endpoint(Process node) throws IOException, InterruptedException {
    var doors = home.resolve("executors");
    var found = new ArrayList<Path>();
    await(
        "a node that listens for executors",
        () -> {
          check(node);
          try (var all = Files.newDirectoryStream(doors, "node-*-" + node.pid())) {
            all.forEach(found::add);
          } catch (IOException notYet) {
            return false;
          }
          return !found.isEmpty() && Files.exists(found.getFirst().resolve("socket"));
        });
    return found.getFirst();
  }

  private static void check(Process process) {
    if (!process.isAlive()) {
      throw new IllegalStateException("a node ended with " + process.exitValue());
    }
  }

  /** What this process, the nodes and the executors have used so far. */
  Duration cpu() {
    var all =
        Stream.of(Stream.of(ProcessHandle.current()), handles(nodes), handles(executors))
            .flatMap(each -> each);
    return all.map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Stream<ProcessHandle> handles(List<Process> processes) {
    return processes.stream().map(Process::toHandle);
  }

  static void await(String what, Condition condition) throws InterruptedException {
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > limit) {
        throw new IllegalStateException("no " + what + " within " + START_LIMIT.toSeconds() + " s");
      }
      Thread.sleep(BETWEEN_LOOKS);
    }
  }

  @Override
  public void close() {
    executors.forEach(Process::destroyForcibly);
    executors.forEach(executor -> executor.onExit().join());
    nodes.forEach(Process::destroy);
    nodes.forEach(node -> node.onExit().join());
  }
}
