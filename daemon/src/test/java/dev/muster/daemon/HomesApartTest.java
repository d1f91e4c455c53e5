package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.muster.core.event.ClientEvent;
import dev.muster.files.content.Directories;
import dev.muster.files.fetch.OutputCollector.TaskRef;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cell and nodes in processes of their own that share no home, and how files get around. */
class HomesApartTest {

  private static final String SECRET = "sesame";
  private static final Resources ONE = new Resources(1_000, 64L << 20);

  @TempDir private Path root;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private Path submitter;
  private CellDaemon cell;

  @BeforeEach
  void start() throws IOException {
    submitter = Files.createDirectories(root.resolve("submitter"));
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    cell =
        CellDaemon.start(
            new CellDaemon.DaemonOptions(home(), address, SECRET, 1, OptionalLong.of(1)));
  }

  @AfterEach
  void close() {
    nodes.forEach(NodeProcess::close);
    cell.close();
  }

  private Path home() {
    return root.resolve("cell");
  }

  private NodeProcess join(String name, Path home, Resources capacity) throws IOException {
    var environment = Map.of(Secret.VARIABLE, SECRET);
    var node = new NodeProcess(cell.port(), home, name, capacity, environment);
    nodes.add(node);
    return node;
  }

  /** With a home of its own. */
  private NodeProcess join(String name) throws IOException {
    return join(name, root.resolve(name), NodeProcess.CAPACITY);
  }

  /** With a home of its own, and something that no other has. */
  private NodeProcess joinWith(String name, String resource) throws IOException {
    return join(name, root.resolve(name), with(NodeProcess.CAPACITY, resource));
  }

  private static Resources with(Resources resources, String named) {
    return new Resources(resources.cpuMillis(), resources.memoryBytes(), Map.of(named, 1L));
  }

  /** Gives the cell something to do until so many nodes have done some of it. */
  private void awaitWorking(int count) {
    var seen = root.resolve("seen");
    var say = stage("say", 4, "mkdir -p " + seen + "/$MUSTER_NODE");
    await()
        .atMost(NodeProcess.PATIENCE)
        .until(
            () -> {
              run(JobSpec.of("trial", say));
              try (var names = Files.list(seen)) {
                return names.count() == count;
              }
            });
  }

  private static StageSpec stage(String name, int tasks, String line) {
    return StageSpec.of(name, tasks, ONE, List.of("sh", "-c", line));
  }

  private static StageSpec stageOn(String resource, String name, String line) {
    return StageSpec.of(name, 1, with(ONE, resource), List.of("sh", "-c", line));
  }

  private JobReport run(JobSpec job) throws Exception {
    return end(cell.submit(cell.offer(job), _ -> {}));
  }

  private static JobReport end(Submission submission) throws InterruptedException {
    var end = submission.await(NodeProcess.PATIENCE).orElseThrow();
    return ((ClientEvent.JobEnded) end).report();
  }

  private JobReport succeeds(JobSpec job) throws Exception {
    var report = run(job);
    assertThat(report.state()).as("%s", report).isEqualTo(JobState.SUCCEEDED);
    assertThat(cell.harvest(job, report).problems()).isEmpty();
    return report;
  }

  private Path output(JobReport report, String path) {
    return home().resolve("jobs/job-" + report.job() + "/outputs").resolve(path);
  }

  /** Says where it runs, and goes on only when so many nodes have said so. */
  private String meet(int count) {
    var said = root.resolve("met");
    return "mkdir -p %s/$MUSTER_NODE; until [ $(ls %s | wc -l) -ge %d ]; do sleep 0.05; done; "
        .formatted(said, said, count);
  }

  private static long files(Path directory) throws IOException {
    try (var all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void aStageFindsWhatTasksOnOtherNodesLeftAndTheSubmitterGetsTheEnd() throws Exception {
    join("a");
    join("b");
    awaitWorking(2);
    for (int i = 0; i < 4; i++) {
      Files.writeString(
          Files.createDirectories(submitter.resolve("parts")).resolve("p" + i), "x " + i);
    }
    var count = meet(2) + "cat p$MUSTER_TASK_INDEX > $MUSTER_OUTPUT/words";
    var all = "cat $MUSTER_INPUT/count/*/words | tee $MUSTER_OUTPUT/all; echo done >&2";
    var job =
        JobSpec.of(
                "count",
                stage("count", 4, count).withFiles("parts/"),
                stage("all", 1, all).withAfter("count"))
            .withHome(submitter.toString());
    var report = succeeds(job);
    assertThat(output(report, "all/0/all")).hasContent("x 0x 1x 2x 3");
    assertThat(output(report, "count")).doesNotExist();
    var directory = cell.directory(report.job());
    assertThat(directory.stdout("all", 0).orElseThrow()).hasContent("x 0x 1x 2x 3");
    assertThat(directory.stderr("all", 0).orElseThrow()).hasContent("done");
    assertThat(cell.filesServed()).isBetween(4L, 8L);
  }

  @Test
  void aNodeFetchesAFileOnceForAllItsTasks() throws Exception {
    join("a");
    Files.writeString(submitter.resolve("big"), "some data");
    var read = stage("read", 12, "cmp big big && [ $(cat big | wc -c) = 9 ]").withFiles("big");
    succeeds(JobSpec.of("job", read).withHome(submitter.toString()));
    succeeds(JobSpec.of("again", read).withHome(submitter.toString()));
    assertThat(cell.filesServed()).isEqualTo(1);
  }

  @Test
  void nodesInTheHomeOfTheCellAndElsewhereWorkTogether() throws Exception {
    join("here", home(), NodeProcess.CAPACITY);
    join("away");
    awaitWorking(2);
    Files.writeString(submitter.resolve("word"), "x");
    var give = meet(2) + "cat word > $MUSTER_OUTPUT/word";
    var take =
        "rm -rf %1$s/$MUSTER_NODE; until [ -z \"$(ls %1$s)\" ]; do sleep 0.05; done; "
                .formatted(root.resolve("met"))
            + "[ $(cat $MUSTER_INPUT/give/*/word) = xxxx ] && echo ok > $MUSTER_OUTPUT/it";
    var report =
        succeeds(
            JobSpec.of(
                    "job",
                    stage("give", 4, give).withFiles("word"),
                    stage("take", 4, take).withAfter("give"))
                .withHome(submitter.toString()));
    for (int i = 0; i < 4; i++) {
      assertThat(output(report, "take/" + i + "/it")).hasContent("ok");
    }
    assertThat(cell.filesServed()).isEqualTo(1);
    assertThat(files(home().resolve("nodes/here/cache")))
        .as("outputs of the other only")
        .isPositive();
  }

  @Test
  void functionsComeWithTheirClasses() throws Exception {
    join("a");
    var length =
        StageSpec.ofFunction(
            "length",
            List.of("a", "bb"),
            new Resources(500, 16L << 20),
            FunctionJobTest.Length.class.getName(),
            List.of("./"));
    var place = FunctionJobTest.class.getProtectionDomain().getCodeSource().getLocation();
    var classes = Path.of(URI.create(place.toString())).toString();
    var report = succeeds(JobSpec.of("functions", length).withHome(classes));
    assertThat(output(report, "length/0/result")).hasContent("1");
    assertThat(output(report, "length/1/result")).hasContent("2");
  }

  /** One stage leaves something on node a; when the gate is open, b wants it. */
  private JobSpec handOver() {
    var gate = root.resolve("gate");
    return JobSpec.of(
        "job",
        stageOn("x", "give", "echo gift > $MUSTER_OUTPUT/it"),
        stageOn("y", "hold", "until [ -e %s ]; do sleep 0.05; done".formatted(gate)),
        stageOn("y", "take", "cat $MUSTER_INPUT/give/0/it").withAfter("give", "hold"));
  }

  /** Until the first stage is known to have ended on node a. */
  private Submission submitHandOver() throws Exception {
    awaitWorking(2);
    var number = new CompletableFuture<Long>();
    var submission =
        cell.submit(
            handOver(),
            news -> {
              if (news instanceof ClientEvent.JobAccepted accepted) {
                number.complete(accepted.job());
              }
            });
    long job = number.get(NodeProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    await()
        .atMost(NodeProcess.PATIENCE)
        .ignoreExceptions()
        .until(() -> !cell.catalog().holdings(job, "give", "test").isEmpty());
    return submission;
  }

  @Test
  void aNodeThatIsStartedAgainStillGivesWhatItsTasksLeft() throws Exception {
    var giver = joinWith("a", "x");
    joinWith("b", "y");
    var submission = submitHandOver();
    giver.killAgent();
    Files.createFile(root.resolve("gate"));
    var report = end(submission);
    assertThat(report.state()).as("%s", report).isEqualTo(JobState.SUCCEEDED);
    assertThat(cell.harvest(handOver(), report).problems()).isEmpty();
    assertThat(cell.directory(report.job()).stdout("take", 0).orElseThrow()).hasContent("gift");
  }

  @Test
  void anOutputThatWasRemovedFromTheDiskOfItsNodeIsMadeAgain() throws Exception {
    joinWith("a", "x");
    joinWith("b", "y");
    var submission = submitHandOver();
    removeOutputs("a", "give");
    Files.createFile(root.resolve("gate"));
    var report = end(submission);
    assertThat(report.state()).as("%s", report).isEqualTo(JobState.SUCCEEDED);
    assertThat(report.stages())
        .extracting(StageReport::name, StageReport::succeeded, StageReport::attempts)
        .containsExactly(tuple("give", 1, 2L), tuple("hold", 1, 1L), tuple("take", 1, 2L));
    assertThat(cell.harvest(handOver(), report).problems()).isEmpty();
    assertThat(cell.directory(report.job()).stdout("take", 0).orElseThrow()).hasContent("gift");
  }

  @Test
  void whatIsLostWithItsNodeIsMadeAgainElsewhere() throws Exception {
    var giver = joinWith("a", "x");
    joinWith("b", "y");
    var submission = submitHandOver();
    giver.close();
    joinWith("c", "x");
    Files.createFile(root.resolve("gate"));
    var report = end(submission);
    assertThat(report.state()).as("%s", report).isEqualTo(JobState.SUCCEEDED);
    assertThat(report.stages())
        .extracting(StageReport::name, StageReport::succeeded)
        .containsExactly(tuple("give", 1), tuple("hold", 1), tuple("take", 1));
    assertThat(report.stages().getFirst().attempts()).as("made again").isEqualTo(2);
    assertThat(cell.harvest(handOver(), report).problems()).noneMatch(why -> why.contains("take"));
    assertThat(cell.directory(report.job()).stdout("take", 0).orElseThrow()).hasContent("gift");
  }

  private void removeOutputs(String node, String stage) throws IOException {
    try (var all = Files.walk(root.resolve(node))) {
      var found =
          all.filter(path -> path.endsWith(Path.of("outputs", stage))).findFirst().orElseThrow();
      Directories.remove(found);
    }
  }

  @Test
  void aFileThatIsMissingIsSaidBeforeTheJobIsSubmitted() {
    var job =
        JobSpec.of("job", stage("read", 1, "true").withFiles("absent"))
            .withHome(submitter.toString());
    assertThatThrownBy(() -> cell.offer(job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("stage read: `absent` of `files`: no such file or directory");
  }

  @Test
  void outputsOfALastStageThatNeverArriveAreNamed() throws Exception {
    var node = join("a");
    var job = JobSpec.of("job", stage("leave", 2, "echo 1 > $MUSTER_OUTPUT/f"));
    var report = run(job);
    node.close();
    var harvest = cell.harvest(job, report);
    assertThat(harvest.problems()).isNotEmpty();
    assertThat(harvest.missing()).containsExactly(new TaskRef("leave", 0), new TaskRef("leave", 1));
  }
}
