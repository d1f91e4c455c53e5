package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.event.ClientEvent;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cell in this process, nodes in processes of their own, and what happens to both. */
class CellOfProcessesTest {

  private static final Resources ONE = new Resources(1_000, 64L << 20);

  @TempDir private Path home;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private CellDaemon cell;

  @BeforeEach
  void start() throws IOException {
    cell = start(0);
  }

  private CellDaemon start(int port) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var secret = Secret.ofCell(home, Map.of());
    return CellDaemon.start(
        new CellDaemon.DaemonOptions(home, address, secret, 1, OptionalLong.of(1)));
  }

  @AfterEach
  void close() {
    nodes.forEach(NodeProcess::close);
    cell.close();
  }

  private NodeProcess join(String name) throws IOException {
    return join(name, Map.of());
  }

  private NodeProcess join(String name, Map<String, String> environment) throws IOException {
    var node = new NodeProcess(cell.port(), home, name, environment);
    nodes.add(node);
    return node;
  }

  private void awaitNodes(int count) {
    await().atMost(NodeProcess.PATIENCE).until(() -> cell.nodes() == count);
  }

  /** Each task first writes where it runs into the file that counts starts. */
  private Submission submit(int tasks, String line) {
    var count = "echo $MUSTER_NODE $MUSTER_TASK_INDEX >> " + home.resolve("starts") + "; ";
    var stage = StageSpec.of("stage", tasks, ONE, List.of("sh", "-c", count + line));
    return cell.submit(JobSpec.of("job", stage).withHome(home.toString()), _ -> {});
  }

  private List<String> starts() throws IOException {
    var file = home.resolve("starts");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void awaitStarts(int count) {
    await().atMost(NodeProcess.PATIENCE).until(() -> starts().size() == count);
  }

  private void open(String gate) throws IOException {
    Files.createFile(home.resolve(gate));
  }

  private String untilOpen(String gate) {
    return "until [ -e " + home.resolve(gate) + " ]; do sleep 0.05; done";
  }

  private static JobReport end(Submission submission) throws InterruptedException {
    var end = submission.await(NodeProcess.PATIENCE).orElseThrow();
    return ((ClientEvent.JobEnded) end).report();
  }

  private static void succeeds(Submission submission) throws InterruptedException {
    var report = end(submission);
    assertThat(report.state()).as("%s", report).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void aJobWaitsForNodesAndOneThatJoinsLateGetsWork() throws Exception {
    var early = submit(2, untilOpen("gate"));
    join("a");
    awaitStarts(2);
    join("b");
    var late = new ArrayList<Submission>();
    await()
        .atMost(NodeProcess.PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              late.add(submit(1, "true"));
              return starts().stream().anyMatch(line -> line.startsWith("node-1"));
            });
    open("gate");
    succeeds(early);
    for (var each : late) {
      succeeds(each);
    }
    assertThat(starts()).hasSize(2 + late.size());
    assertThat(cell.traffic().refused()).isZero();
  }

  @Test
  void theTasksOfAKilledNodeRunOnceAndItsJobEndsWell() throws Exception {
    var node = join("a");
    var job = submit(2, untilOpen("gate"));
    awaitStarts(2);
    node.killAgent();
    awaitNodes(0);
    open("gate");
    succeeds(job);
    assertThat(starts()).containsExactlyInAnyOrder("node-0 0", "node-0 1");
    succeeds(submit(1, "true"));
  }

  @Test
  void nothingIsLostWhileANodeStandsStill() throws Exception {
    var node = join("a");
    succeeds(submit(1, "true"));
    node.signal("STOP");
    var job = submit(6, "true");
    node.signal("CONT");
    succeeds(job);
    assertThat(starts()).hasSize(7);
  }

  @Test
  void aNodeThatFindsAnotherCellEndsWhatTheFirstOneStarted() throws Exception {
    var node = join("a");
    var orphan = submit(1, untilOpen("never"));
    awaitStarts(1);
    int port = cell.port();
    cell.close();
    cell = start(port);
    assertThat(orphan.cancel()).isFalse();
    succeeds(submit(2, "true"));
    assertThat(node.said())
        .contains("joined the cell at localhost:" + port + " as node-0")
        .containsOnlyOnce("of the one before it 1 task is ended: job-");
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(
            process ->
                process.info().commandLine().orElse("").contains(home.resolve("never").toString()));
  }

  @Test
  void aNodeThatRunsNothingHasNothingToSayOfTheCellBefore() throws Exception {
    var node = join("a");
    succeeds(submit(1, "true"));
    int port = cell.port();
    cell.close();
    cell = start(port);
    succeeds(submit(1, "true"));
    assertThat(node.said()).doesNotContain("the cell is another one");
  }

  @Test
  void aWrongSecretIsRefusedInWordsAndTheNodeEnds() throws Exception {
    var node = join("a", Map.of(Secret.VARIABLE, "guess"));
    assertThat(node.awaitEnd()).isEqualTo(4);
    assertThat(node.said()).contains("muster node: the secret is not that of this cell");
    assertThat(cell.nodes()).isZero();
  }

  @Test
  void aNodeEndsWithItsGuardianAndItsTasksEndWithTheNode() throws Exception {
    var node = join("a");
    awaitNodes(1);
    submit(1, "echo $$ > %s; sleep 1000".formatted(home.resolve("pid")));
    await().atMost(NodeProcess.PATIENCE).until(() -> Files.exists(home.resolve("pid")));
    await().atMost(NodeProcess.PATIENCE).until(() -> Files.size(home.resolve("pid")) > 0);
    long task = Long.parseLong(Files.readString(home.resolve("pid")).strip());
    var agent = node.agent();
    node.killGuardian();
    await().atMost(NodeProcess.PATIENCE).until(() -> !agent.isAlive());
    await()
        .atMost(NodeProcess.PATIENCE)
        .until(() -> !ProcessHandle.of(task).map(ProcessHandle::isAlive).orElse(false));
  }

  @Test
  void aSecondProcessWithTheStateOfANodeIsRefusedAndTheFirstStays() throws Exception {
    var first = join("a");
    awaitNodes(1);
    var agent = first.agent();
    var second = join("a");
    assertThat(second.awaitEnd()).isEqualTo(1);
    assertThat(second.said())
        .contains(
            "process %d is the node with the state directory %s: end it, or give this one its own --state"
                .formatted(agent.pid(), home.resolve("nodes/a")));
    assertThat(agent.isAlive()).isTrue();
    assertThat(cell.nodes()).isEqualTo(1);
    succeeds(submit(2, "true"));
    assertThat(first.agent()).as("never thrown off").isEqualTo(agent);
  }

  @Test
  void whatANodeRemembersIsForNobodyElse() throws Exception {
    join("a");
    succeeds(submit(1, "true"));
    var state = home.resolve("nodes/a");
    for (var name : List.of("journal", "identity")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.resolve(name))))
          .isEqualTo("rw-------");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
        .isEqualTo("rwx--x--x");
  }
}
