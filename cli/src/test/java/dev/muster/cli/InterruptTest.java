package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C on a real process: it says what it did, and nothing that it started is left. */
@Timeout(Patient.SECONDS)
class InterruptTest {

  @TempDir Path directory;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endWhatATestLeft() {
    started.forEach(Process::destroyForcibly);
  }

  /** A shell whose child outlives it unless somebody takes care; both write down who they are. */
  private Path job(String trap) throws IOException {
    var text =
        """
        name: long
        tasks: 2
        resources: {cpu: 0.1, memory: 1Mi}
        command: |
          %s
          sleep 1000 &
          echo $! > %s/child-$MUSTER_TASK_INDEX
          echo $$ > %s/shell-$MUSTER_TASK_INDEX
          wait
          wait
        """
            .formatted(trap, directory, directory);
    return Files.writeString(directory.resolve("job.yaml"), text);
  }

  private Process run(String... args) throws IOException {
    var words = new ArrayList<>(List.of("run", "--home", directory.resolve("home").toString()));
    words.addAll(List.of("--cpu", "2", "--memory", "1Gi"));
    words.addAll(List.of(args));
    return muster(words.toArray(String[]::new));
  }

  /** A shell in the background ignores Ctrl-C, and so would all that it starts: undo that. */
  private Process muster(String... args) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of("env", "--default-signal=INT", java, "-XX:+UseSerialGC"));
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    var process =
        new ProcessBuilder(command)
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    started.add(process);
    return process;
  }

  private void signalWhenRunning(Process muster, String signal) throws Exception {
    await().atMost(Patient.LIMIT).until(() -> pids().size() == 4);
    signal(muster, signal);
  }

  private static void signal(Process muster, String signal) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(muster.pid())).start().waitFor();
    assertThat(muster.waitFor(Patient.LIMIT)).isTrue();
  }

  private List<Long> pids() throws IOException {
    List<Long> pids = new ArrayList<>();
    for (var name : List.of("child-0", "child-1", "shell-0", "shell-1")) {
      var file = directory.resolve(name);
      var text = Files.exists(file) ? Files.readString(file).strip() : "";
      if (!text.isEmpty()) {
        pids.add(Long.parseLong(text));
      }
    }
    return pids;
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(pids()).hasSize(4);
    await().atMost(Patient.LIMIT).until(() -> pids().stream().allMatch(InterruptTest::isGone));
  }

  /** The dead stay in the table of processes until the first of all processes has seen them. */
  private static boolean isGone(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException gone) {
      return true;
    }
  }

  private String read(String file) throws IOException {
    return Files.readString(directory.resolve(file), UTF_8);
  }

  @Test
  void interrupted() throws Exception {
    var muster = run(job("").toString());
    signalWhenRunning(muster, "INT");
    assertThat(muster.exitValue()).isEqualTo(130);
    assertThat(read("err")).containsPattern("job-\\d+ long cancelled: 0 of 2 tasks succeeded in ");
    assertThat(read("out")).isEmpty();
    assertNothingIsLeft();
  }

  @Test
  void interruptedThoughTheTasksRefuse() throws Exception {
    var muster = run("-o", "json", job("trap '' TERM INT").toString());
    signalWhenRunning(muster, "INT");
    assertThat(muster.exitValue()).isEqualTo(130);
    var json = JsonParser.parseString(read("out")).getAsJsonObject();
    assertThat(json.get("state").getAsString()).isEqualTo("cancelled");
    assertNothingIsLeft();
  }

  @Test
  void terminated() throws Exception {
    var muster = run(job("").toString());
    signalWhenRunning(muster, "TERM");
    assertThat(muster.exitValue()).isEqualTo(143);
    assertThat(read("err")).contains("cancelled");
    assertNothingIsLeft();
  }

  @Test
  void aBenchmarkTakesItsProcessesAndFilesWithIt() throws Exception {
    var muster = muster("bench", "sampled", "--nodes", "1");
    await().atMost(Patient.LIMIT).until(() -> muster.children().count() == 2);
    var children = muster.children().toList();
    signal(muster, "TERM");
    assertThat(muster.exitValue()).isEqualTo(143);
    assertThat(children).noneMatch(ProcessHandle::isAlive);
    assertThat(read("err")).doesNotContain("Exception", "logging failed", "gave up");
    try (var left = Files.newDirectoryStream(directory, "muster-bench-*")) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void theTasksOfARunThatIsKilledEndToo() throws Exception {
    var muster = run(job("trap '' TERM INT HUP").toString());
    signalWhenRunning(muster, "KILL");
    assertNothingIsLeft();
  }

  /** As when the whole process group is killed. */
  @Test
  void whatARunLeftWhoseWatchdogWasKilledTooEndsWithTheNextStart() throws Exception {
    var muster = run(job("").toString());
    await().atMost(Patient.LIMIT).until(() -> pids().size() == 4);
    var watchdog = muster.children().filter(InterruptTest::isWatchdog).toList();
    assertThat(watchdog).hasSize(1);
    watchdog.getFirst().destroyForcibly();
    await().atMost(Patient.LIMIT).until(() -> isGone(watchdog.getFirst().pid()));
    signal(muster, "KILL");
    assertThat(pids()).noneMatch(InterruptTest::isGone);

    var quick = Files.writeString(directory.resolve("quick.yaml"), "{name: q, command: 'true'}");
    var next = run(quick.toString());
    assertThat(next.waitFor(Patient.LIMIT)).isTrue();
    assertThat(read("err"))
        .contains("muster: ended the tasks that job-1 left running: the process of its cell was");
    assertNothingIsLeft();
  }

  @Test
  void whatAnotherRunHasRunningStaysWithTheNextStart() throws Exception {
    var muster = run(job("").toString());
    await().atMost(Patient.LIMIT).until(() -> pids().size() == 4);
    var quick = Files.writeString(directory.resolve("quick.yaml"), "{name: q, command: 'true'}");
    assertThat(run(quick.toString()).waitFor(Patient.LIMIT)).isTrue();
    assertThat(pids()).noneMatch(InterruptTest::isGone);
    signal(muster, "TERM");
    assertNothingIsLeft();
  }

  private static boolean isWatchdog(ProcessHandle process) {
    return process.info().commandLine().filter(line -> line.contains("watchdog")).isPresent();
  }

  /** The node ends with its guardian, and the cell starts both again. */
  @Test
  void aGuardianThatIsKilledIsReplacedWithItsNode() throws Exception {
    var muster = muster("up", "--home", directory.resolve("home").toString());
    await().atMost(Patient.LIMIT).until(() -> read("err").contains("joined the cell at"));
    var before = muster.descendants().toList();
    var guardian = muster.children().findFirst().orElseThrow();
    guardian.destroyForcibly();
    await().atMost(Patient.LIMIT).until(() -> before.stream().allMatch(each -> isGone(each.pid())));
    await()
        .atMost(Patient.LIMIT)
        .until(() -> read("err").split("joined the cell at", -1).length == 3);
    assertThat(read("err"))
        .contains(
            "the guardian of local node 0, process %d, ended with exit code 137: it is started again"
                .formatted(guardian.pid()));
  }

  @Test
  void aSecondCellOfOneHomeIsRefused() throws Exception {
    var home = directory.resolve("home");
    var first = muster("up", "--nodes", "0", "--home", home.toString());
    await().atMost(Patient.LIMIT).until(() -> read("err").contains("the cell listens"));
    var second = Typed.command("up", "--nodes", "0", "--home", home.toString());
    assertThat(second.code()).isEqualTo(1);
    assertThat(second.err())
        .isEqualTo(
            "muster: another `muster up`, process %d, uses the home %s: end it, or choose another --home%n"
                .formatted(first.pid(), home));
  }

  @Test
  void theNodesOfACellThatIsKilledEndToo() throws Exception {
    var muster = muster("up", "--home", directory.resolve("home").toString());
    await().atMost(Patient.LIMIT).until(() -> muster.descendants().count() == 2);
    var guardianAndNode = muster.descendants().toList();
    muster.destroyForcibly();
    await()
        .atMost(Patient.LIMIT)
        .until(() -> guardianAndNode.stream().allMatch(each -> isGone(each.pid())));
  }
}
