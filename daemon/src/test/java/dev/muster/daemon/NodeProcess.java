package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A guardian with its node, as {@code muster node} would start them, and the test's hand on both.
 */
final class NodeProcess implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(90);
  static final Resources CAPACITY = new Resources(2_000, 1L << 30);

  private final Process guardian;
  private final Path state;
  private final Path said;

  NodeProcess(int port, Path home, String name, Map<String, String> environment)
      throws IOException {
    this(port, home, name, CAPACITY, environment);
  }

  NodeProcess(int port, Path home, String name, Resources capacity, Map<String, String> environment)
      throws IOException {
    Files.createDirectories(home);
    this.state = home.resolve("nodes").resolve(name);
    this.said = home.resolve(name + ".said");
    var builder =
        new ProcessBuilder(
                new NodeCommandLine("localhost:" + port, home, state, capacity).guarded())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(said.toFile());
    builder.environment().putAll(environment);
    // Two compilers on two cores that others use as well would take longer than they gain.
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -Xshare:auto");
    this.guardian = builder.start();
  }

  /** The directory of the node's own. */
  Path state() {
    return state;
  }

  /** The process of the node itself, once it is there. */
  ProcessHandle agent() {
    return await()
        .atMost(PATIENCE)
        .until(() -> guardian.children().findFirst(), java.util.Optional::isPresent)
        .orElseThrow();
  }

  /** As nobody can prevent. */
  void killAgent() {
    var agent = agent();
    agent.destroyForcibly();
    await().atMost(PATIENCE).until(() -> !agent.isAlive());
  }

  /** Leaves the node without its guardian. */
  void killGuardian() {
    guardian.destroyForcibly();
  }

  /** Sends a signal such as {@code STOP} to the node. */
  void signal(String name) throws IOException, InterruptedException {
    signal(name, agent().pid());
  }

  private static void signal(String name, long... processes)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("kill", "-" + name));
    Arrays.stream(processes).mapToObj(Long::toString).forEach(words::add);
    assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
  }

  /** The same to its guardian as well, so that the whole node stands still. */
  void signalAll(String name) throws IOException, InterruptedException {
    signal(name, guardian.pid(), agent().pid());
  }

  int awaitEnd() throws InterruptedException {
    assertThat(guardian.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return guardian.exitValue();
  }

  /** What it wrote to its standard error. */
  String said() throws IOException {
    return Files.readString(said);
  }

  @Override
  public void close() {
    guardian.descendants().forEach(ProcessHandle::destroyForcibly);
    guardian.destroyForcibly();
  }
}
