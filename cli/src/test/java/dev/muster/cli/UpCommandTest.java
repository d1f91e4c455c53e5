package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import dev.muster.cli.console.ExitCode;
import dev.muster.daemon.NodeCommandLine;
import dev.muster.daemon.Secret;
import dev.muster.model.Resources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cell with a node in a process of its own, for the jobs on its command line. */
@Timeout(Patient.SECONDS)
class UpCommandTest {

  @TempDir Path directory;

  private String job(String name, String command) throws IOException {
    var text =
        "{name: %s, resources: {cpu: 0.1, memory: 1Mi}, command: '%s'}".formatted(name, command);
    return Files.writeString(directory.resolve(name + ".yaml"), text).toString();
  }

  /** The first job waits for what is made when the end of the second is printed. */
  @Test
  void tellsOfEachJobWhenItEnds() throws Exception {
    var gate = directory.resolve("gate");
    var slow = job("slow", "until [ -e %s ]; do sleep 0.05; done".formatted(gate));
    var out = new Opening(gate, "quick: succeeded");
    var err = new ByteArrayOutputStream();
    var console = Typed.console(new byte[0], out, err, false);
    var home = directory.resolve("home").toString();
    int code = Main.run(console, "up", "--home", home, slow, job("quick", "true"));
    assertThat(code).as("%s", err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8))
        .matches("job-\\d+ quick: succeeded\\Rjob-\\d+ slow: succeeded\\R");
  }

  /** One token for two jobs: the one that has it ends when the other is said to wait. */
  @Test
  void tellsOfAJobThatWaitsInLineAndOfOneThatIsRejected() throws Exception {
    var gate = directory.resolve("gate");
    var wait = "until [ -e %s ]; do sleep 0.05; done".formatted(gate);
    var err = new Opening(gate, " waits: 1 of 1 tokens of root.few are taken");
    var queues =
        Files.writeString(
            directory.resolve("queues.yaml"),
            "queues: {few: {tokens: 1}, closed: {limits: {jobs: 0}}}");
    var files = new ArrayList<String>();
    for (var name : List.of("few", "few", "closed")) {
      var text =
          "{name: of-%s, queue: root.%s, tokens: 1, resources: {cpu: 0.1, memory: 1Mi}, command: '%s'}"
              .formatted(name, name, wait);
      files.add(Files.writeString(directory.resolve(files.size() + ".yaml"), text).toString());
    }
    var out = new ByteArrayOutputStream();
    var console = Typed.console(new byte[0], out, err, false);
    var home = directory.resolve("home").toString();
    int code =
        Main.run(
            console,
            Stream.concat(
                    Stream.of("up", "--home", home, "--queues", queues.toString()), files.stream())
                .toArray(String[]::new));
    assertThat(code).as("%s", err.toString(UTF_8)).isEqualTo(ExitCode.REFUSED);
    assertThat(out.toString(UTF_8))
        .matches("job-\\d+ of-few: succeeded\\Rjob-\\d+ of-few: succeeded\\R");
    assertThat(err.toString(UTF_8))
        .contains("muster: of-few waits: 1 of 1 tokens of root.few are taken")
        .contains("muster: of-closed is rejected: root.closed is closed");
  }

  /** Three tasks of which the scheduler may hold one at a time. */
  @Test
  void aSchedulerKeepsToItsLimitAndTheAuditTellsOfIt() throws Exception {
    var text =
        "{name: few, policy: shared, tasks: 3, resources: {cpu: 0.1, memory: 1Mi}, command: 'true'}";
    var job = Files.writeString(directory.resolve("few.yaml"), text).toString();
    var audit = directory.resolve("audit.json");
    var home = directory.resolve("home").toString();
    var limit = "scheduler=0,claims=1,cpu=64,memory=1Gi,resource.gpu=2,jobs=5";
    var typed =
        Typed.command("up", "--home", home, "--limit", limit, "--audit", audit.toString(), job);
    assertThat(typed.code()).as(typed.err()).isZero();

    var json = JsonParser.parseString(Files.readString(audit)).getAsJsonObject();
    assertThat(json.keySet()).containsExactly("schedulers", "lastTransactions");
    var scheduler = json.getAsJsonArray("schedulers").get(0).getAsJsonObject();
    assertThat(scheduler.get("accepted").getAsLong()).isEqualTo(3);
    assertThat(scheduler.getAsJsonObject("refused").get("claim_limit").getAsLong()).isPositive();
    var first = json.getAsJsonArray("lastTransactions").get(0).getAsJsonObject();
    assertThat(first.get("claims").getAsInt()).isEqualTo(3);
    assertThat(first.get("accepted").getAsInt()).isEqualTo(1);
  }

  /** Without grace a gang is infeasible unless all nodes that it needs have joined. */
  @Test
  void jobsComeWhenTheNodesThatWereStartedHaveJoined() throws Exception {
    var text =
        "{name: both, gang: true, tasks: 2, resources: {cpu: 1, memory: 1Mi}, command: 'true'}";
    var job = Files.writeString(directory.resolve("both.yaml"), text).toString();
    var home = directory.resolve("home").toString();
    var typed = Typed.command("up", "--home", home, "--nodes=2", "--cpu=1", "--join-grace=0", job);
    assertThat(typed.code()).as(typed.err()).isZero();
  }

  @Test
  void aJobTooLargeForTheNodesWaitsForTheGraceAndIsInfeasible() throws Exception {
    var text = "{name: large, resources: {cpu: 8, memory: 1Mi}, command: 'true'}";
    var job = Files.writeString(directory.resolve("large.yaml"), text).toString();
    var home = directory.resolve("home").toString();
    var typed = Typed.command("up", "--home", home, "--cpu=1", "--join-grace=10ms", job);
    assertThat(typed.code()).isEqualTo(ExitCode.INFEASIBLE);
    assertThat(typed.err()).contains("needs 8 cpu, the most on one node is 1");
  }

  /** A node that cannot start, here for want of a user, does not leave the cell waiting. */
  @Test
  void aCellWhoseNodesCannotStartEndsAndSaysSo() throws Exception {
    var home = directory.resolve("home").toString();
    var typed =
        Typed.command("up", "--home", home, "--run-as", "no-such-user", job("never", "true"));
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.err())
        .containsPattern(
            "local node 0, process \\d+, ended with exit code 1: it is not started again")
        .contains("the nodes of this cell have ended, and no other has joined: the cell ends");
  }

  @Test
  void tasksHaveTheRightsOfTheChosenUser() throws Exception {
    assumeTrue(System.getProperty("user.name", "").equals("root"), "not root");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    var home = directory.resolve("home");
    var typed =
        Typed.command("up", "--home", home.toString(), "--run-as", "nobody", job("who", "id -un"));
    assertThat(typed.code()).as(typed.err()).isZero();
    assertThat(home.resolve("jobs/job-1/tasks/who/0/stdout.1")).hasContent("nobody");
  }

  /** One stage takes away what the other left, on a node with another home. */
  @Test
  void aJobWhoseOutputsDoNotArriveIsNoSuccess() throws Exception {
    var away = directory.resolve("away");
    var text =
        """
        name: lossy
        stages:
          - {name: a, resources: {cpu: 0.1, memory: 1Mi}, command: 'echo 1 > $MUSTER_OUTPUT/f'}
          - name: b
            resources: {cpu: 0.1, memory: 1Mi}
            command: |
              until rm -r %s/cells/*/jobs/job-*/outputs/a/0; do sleep 0.05; done
              echo 1 > $MUSTER_OUTPUT/f
        """
            .formatted(away);
    var job = Files.writeString(directory.resolve("lossy.yaml"), text).toString();
    var home = directory.resolve("home");
    var secret = Secret.ofCell(home, Map.of());
    int port = freePort();
    var node =
        new NodeCommandLine(
            "localhost:" + port, away, away.resolve("node"), new Resources(1_000, 1L << 30));
    var builder = new ProcessBuilder(node.alone()).redirectErrorStream(true);
    builder.environment().put(Secret.VARIABLE, secret);
    var process = builder.redirectOutput(directory.resolve("said").toFile()).start();
    try {
      var typed =
          Typed.command(
              "up", "--home", home.toString(), "--nodes", "0", "--listen", "" + port, job);
      assertThat(typed.out()).isEqualTo("job-1 lossy: succeeded, but outputs are missing\n");
      assertThat(typed.err()).contains("muster: what these tasks left has not arrived: a[0]\n");
      assertThat(typed.code()).isEqualTo(2);
      assertThat(home.resolve("jobs/job-1/outputs/b/0/f")).hasContent("1");
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Output that makes a file as soon as it holds some words. */
  private static final class Opening extends ByteArrayOutputStream {

    private final Path gate;
    private final String words;

    Opening(Path gate, String words) {
      this.gate = gate;
      this.words = words;
    }

    @Override
    public void flush() throws IOException {
      if (toString(UTF_8).contains(words) && !Files.exists(gate)) {
        Files.createFile(gate);
      }
    }
  }
}
