package dev.muster.daemon;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Timing.Liveness;
import dev.muster.core.event.ClientEvent;
import dev.muster.files.content.Directories;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes with homes of their own that die, stand still or are sick while they have tasks. */
class NodeLossTest {

  private static final String SECRET = "sesame";
  private static final Resources ONE = new Resources(1_000, 64L << 20);
  private static final long S = 1_000_000_000L;

  @TempDir private Path root;
  private final Map<String, NodeProcess> nodes = new TreeMap<>();
  private CellDaemon cell;

  @BeforeEach
  void start() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var options =
        new CellDaemon.DaemonOptions(root.resolve("cell"), address, SECRET, 1, OptionalLong.of(1));
    cell = CellDaemon.start(options.with(new Liveness(4 * S, 8 * S)));
  }

  @AfterEach
  void close() {
    nodes.values().forEach(NodeProcess::close);
    cell.close();
  }

  /** So many more nodes, by the names that the cell gives them. */
  private void join(int count) throws Exception {
    var joining = new ArrayList<NodeProcess>();
    int before = nodes.size();
    for (int i = 0; i < count; i++) {
      var environment = Map.of(Secret.VARIABLE, SECRET);
      joining.add(new NodeProcess(cell.port(), home(before + i), "state", environment));
      nodes.put("joining-" + i, joining.getLast());
    }
    assertThat(cell.awaitNodes(before + count, NodeProcess.PATIENCE)).isEqualTo(before + count);
    for (int i = 0; i < count; i++) {
      nodes.remove("joining-" + i);
      nodes.put(name(joining.get(i)), joining.get(i));
    }
  }

  private static String name(NodeProcess node) throws IOException {
    var said = node.said();
    return said.substring(said.indexOf("as node-") + 3).lines().findFirst().orElseThrow();
  }

  private Path home(int node) {
    return root.resolve("n" + node);
  }

  /** Each task first writes a line with its node, its index and its process. */
  private StageSpec stage(String name, int tasks, String line) {
    var said = "echo $MUSTER_NODE $MUSTER_TASK_INDEX $$ >> " + root.resolve(name) + "; ";
    return StageSpec.of(name, tasks, ONE, List.of("sh", "-c", said + line));
  }

  private String untilOpen(String gate) {
    return "until [ -e " + root.resolve(gate) + " ]; do sleep 0.05; done; ";
  }

  private void open(String gate) throws IOException {
    Files.createFile(root.resolve(gate));
  }

  /** What the tasks of a stage wrote when they started: node, index, process. */
  private List<String[]> starts(String stage) throws IOException {
    var file = root.resolve(stage);
    return Files.exists(file)
        ? Files.readAllLines(file).stream().map(line -> line.split(" ")).toList()
        : List.of();
  }

  private void awaitStarts(String stage, int count) {
    await().atMost(NodeProcess.PATIENCE).until(() -> starts(stage).size() == count);
  }

  /** The tasks of a stage that started on this node, each as often as it did. */
  private List<String> startedOn(String stage, String node) throws IOException {
    return starts(stage).stream()
        .filter(start -> start[0].equals(node))
        .map(start -> start[1])
        .sorted()
        .toList();
  }

  /** The tasks of a stage that started more often than once. */
  private List<String> startedAgain(String stage) throws IOException {
    var seen = new TreeSet<String>();
    var again = new ArrayList<String>();
    for (var start : starts(stage)) {
      if (!seen.add(start[1])) {
        again.add(start[1]);
      }
    }
    return again.stream().sorted().toList();
  }

  private static JobReport succeeds(Submission submission) throws InterruptedException {
    var end = submission.await(NodeProcess.PATIENCE).orElseThrow();
    var report = ((ClientEvent.JobEnded) end).report();
    assertThat(report.state()).as("%s", report).isEqualTo(JobState.SUCCEEDED);
    return report;
  }

  @Test
  void ofANodeThatIsKilledForGoodOnlyWhatIsStillNeededIsMadeAgain() throws Exception {
    join(4);
    var make = stage("make", 8, untilOpen("made") + "echo $MUSTER_TASK_INDEX > $MUSTER_OUTPUT/it");
    var use =
        stage("use", 12, untilOpen("used") + "cat $MUSTER_INPUT/make/*/it | wc -l")
            .withAfter("make");
    var job = JobSpec.of("job", make, use);
    var submission = cell.submit(job, _ -> {});
    awaitStarts("make", 8);
    open("made");
    awaitStarts("use", 8);
    var lost = startedOn("make", "node-3");
    var interrupted = startedOn("use", "node-3");
    requireNonNull(nodes.get("node-3")).close();
    open("used");

    var report = succeeds(submission);
    assertThat(lost).hasSize(2);
    assertThat(startedAgain("make")).isEqualTo(lost);
    assertThat(startedAgain("use")).isEqualTo(interrupted);
    assertThat(cell.harvest(job, report).problems()).isEmpty();
    for (int task = 0; task < 12; task++) {
      assertThat(cell.directory(report.job()).stdout("use", task).orElseThrow()).hasContent("8");
    }
  }

  @Test
  void ofANodeThatStandsStillWhatWasGivenUpEndsOnceItIsBack() throws Exception {
    join(2);
    var submission = cell.submit(JobSpec.of("job", stage("work", 4, untilOpen("gate"))), _ -> {});
    awaitStarts("work", 4);
    var stopped = starts("work").stream().filter(start -> start[0].equals("node-1")).toList();
    assertThat(stopped).hasSize(2);
    requireNonNull(nodes.get("node-1")).signalAll("STOP");
    join(1);
    awaitStarts("work", 6);
    assertThat(stopped).as("nobody can end them yet").allMatch(NodeLossTest::isAlive);

    requireNonNull(nodes.get("node-1")).signalAll("CONT");
    await()
        .atMost(NodeProcess.PATIENCE)
        .until(() -> stopped.stream().noneMatch(NodeLossTest::isAlive));
    assertThat(requireNonNull(nodes.get("node-1")).said())
        .contains("the cell had given this node up");
    open("gate");
    var stage = succeeds(submission).stages().getFirst();
    assertThat(stage.succeeded()).isEqualTo(4);
    assertThat(stage.attempts()).isEqualTo(6);
    assertThat(startedAgain("work"))
        .isEqualTo(stopped.stream().map(start -> start[1]).sorted().toList());
  }

  private static boolean isAlive(String[] start) {
    return ProcessHandle.of(Long.parseLong(start[2])).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void aNodeThatCannotWriteIsAvoidedUntilItCan() throws Exception {
    join(2);
    var obstacle = obstruct("node-1");
    await()
        .atMost(NodeProcess.PATIENCE)
        .until(
            () ->
                requireNonNull(nodes.get("node-1"))
                    .said()
                    .contains("node-1 is sick and takes no tasks"));
    var submission = cell.submit(JobSpec.of("job", stage("work", 8, untilOpen("gate"))), _ -> {});
    awaitStarts("work", 2);
    assertThat(startedOn("work", "node-0")).hasSize(2);

    Directories.remove(obstacle);
    awaitStarts("work", 4);
    assertThat(startedOn("work", "node-1")).as("of a job that had begun before").hasSize(2);
    open("gate");
    var stage = succeeds(submission).stages().getFirst();
    assertThat(stage.attempts()).isEqualTo(8);
    assertThat(startedAgain("work")).isEmpty();
  }

  /** Where the node writes a file to see whether it can, a directory is in the way. */
  private Path obstruct(String node) throws IOException {
    var obstacle = requireNonNull(nodes.get(node)).state().resolve(".disk-check-" + node);
    Files.createDirectories(obstacle.resolve("x"));
    return obstacle;
  }
}
