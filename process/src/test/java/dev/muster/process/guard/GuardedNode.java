package dev.muster.process.guard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A guardian and its node in processes of their own, and the test's hand on both. */
final class GuardedNode implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final boolean confined;
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final Process guardian;
  private final BufferedWriter in;

  GuardedNode(Path directory) throws IOException {
    this(directory, true);
  }

  /**
   * @param confined whether the node may use control groups
   */
  GuardedNode(Path directory, boolean confined) throws IOException {
    this.directory = directory;
    this.confined = confined;
    this.guardian =
        new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    this.in = new BufferedWriter(new OutputStreamWriter(guardian.getOutputStream(), UTF_8));
    Thread.ofVirtual().start(this::listen);
  }

  private List<String> command() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var path = System.getProperty("java.class.path");
    var words = new ArrayList<>(List.of(java));
    words.addAll(Guardian.JVM_OPTIONS);
    words.addAll(List.of("-cp", path, Guardian.class.getName(), state().toString()));
    words.addAll(List.of(java, "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", path));
    words.addAll(List.of(NodeProgram.class.getName(), directory.toString(), state().toString()));
    words.add(Boolean.toString(confined));
    return words;
  }

  Path state() {
    return directory.resolve("state");
  }

  private void listen() {
    try (var out = new BufferedReader(new InputStreamReader(guardian.getInputStream(), UTF_8))) {
      for (var line = out.readLine(); line != null; line = out.readLine()) {
        heard.add(line);
      }
    } catch (IOException over) {
      heard.add("over");
    }
  }

  /** Waits for this life of the node; the number of its process. */
  long awaitLife(int epoch) {
    return Long.parseLong(hear("up \\d+ " + epoch).split(" ")[1]);
  }

  private String hear(String pattern) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> heard.stream().filter(each -> each.matches(pattern)).findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /** Starts a task that first writes a line with its number into the file that counts starts. */
  void target(long run, String line) throws IOException {
    target(run, 64, line);
  }

  void target(long run, long mebibytes, String line) throws IOException {
    var count = "echo " + run + " >> " + directory.resolve("starts") + "; ";
    say("place " + run + " " + mebibytes + " " + count + line);
  }

  /** How often each task has started, as it wrote itself. */
  List<String> starts() throws IOException {
    var file = directory.resolve("starts");
    return Files.exists(file) ? Files.readAllLines(file).stream().sorted().toList() : List.of();
  }

  void awaitFile(String name) {
    await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve(name)));
  }

  void awaitStart(long run) {
    await().atMost(PATIENCE).until(() -> starts().contains(Long.toString(run)));
  }

  void say(String line) throws IOException {
    in.write(line);
    in.newLine();
    in.flush();
  }

  /** What is said of the end of a run in a life that has said nothing of it before. */
  void finishes(long run, String... words) {
    var line = hear("finished " + run + " .*").split(" ", 6);
    assertThat(line).startsWith("finished", Long.toString(run)).contains(words);
  }

  void acknowledge(long run) throws IOException {
    say("ack " + run);
    hear("acknowledged " + run);
  }

  void forgetWhatWasHeard() {
    heard.clear();
  }

  List<String> heardOf(long run) {
    return heard.stream().filter(each -> each.startsWith("finished " + run + " ")).toList();
  }

  Process guardian() {
    return guardian;
  }

  /** As nobody can prevent. */
  static void kill(long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              process.destroyForcibly();
              await().atMost(PATIENCE).until(() -> !process.isAlive());
            });
  }

  int awaitEnd() throws InterruptedException {
    assertThat(guardian.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return guardian.exitValue();
  }

  @Override
  public void close() throws IOException {
    guardian.descendants().forEach(ProcessHandle::destroyForcibly);
    guardian.destroyForcibly();
  }
}
