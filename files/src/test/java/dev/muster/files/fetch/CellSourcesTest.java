package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.muster.core.actor.Work;
import dev.muster.files.content.FileCache;
import dev.muster.files.content.Manifest;
import dev.muster.files.serve.FileLocations;
import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.HostPort;
import dev.muster.files.serve.Outputs;
import dev.muster.files.serve.Peer;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is asked for files, as the cell says. */
class CellSourcesTest {
  private static final String SECRET = "a secret";
  private static final long JOB = 7;
  private static final FileLocations.Running RUNNING =
      new FileLocations.Running(9, List.of(3L, JOB));
  private static final Sample SAMPLE = Sample.of(1, 100_000);

  @TempDir private Path root;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<FileLocations.HeldOutputs> holdings = new ArrayList<>();
  private final List<FileLocations.Holder> holders = new ArrayList<>();
  private FileServer cellServer;
  private CellSources sources;

  @BeforeEach
  void start() throws IOException {
    var file = Files.write(root.resolve("sample"), SAMPLE.bytes());
    var submitted = Manifest.of(root, List.of(file.getFileName().toString()));
    var locations = new FixedLocations(holdings, holders, RUNNING);
    cellServer =
        FileServer.start(
            ScriptedServer.port(),
            SECRET,
            FileServer.Catalog.ofCell(submitted, layout("cell"), locations));
    open.add(cellServer);
    sources = new CellSources("node-9", cell(), false);
  }

  @AfterEach
  void close() throws Exception {
    for (var each : open.reversed()) {
      each.close();
    }
  }

  private Peer cell() {
    return new Peer("the cell", cellServer.address(), SECRET);
  }

  private Layouts layout(String name) {
    return new Layouts(root.resolve(name).resolve("jobs"));
  }

  /** A node where these tasks of the stage have left something. */
  private FileLocations.Holder node(String name, int... tasks) throws IOException {
    for (int task : tasks) {
      layout(name).write(new Outputs.OutputKey(JOB, "count", task), "n", name);
    }
    var jobs = layout(name);
    var server =
        FileServer.start(
            ScriptedServer.port(),
            SECRET,
            FileServer.Catalog.ofNode(_ -> Optional.empty(), new Outputs(jobs), jobs));
    open.add(server);
    return new FileLocations.Holder(name, HostPort.format(server.address()));
  }

  private FileLocations.Holder gone(String name) throws IOException {
    try (var port = ScriptedServer.port()) {
      return new FileLocations.Holder(name, HostPort.format(port.address()));
    }
  }

  private static Work work() {
    var count = StageSpec.of("count", 3, Resources.NONE, List.of("run"));
    var sum = StageSpec.of("sum", 1, Resources.NONE, List.of("run")).withAfter("count");
    return Work.of(JOB, JobSpec.of("job", count, sum), 1, 0, 1);
  }

  private List<String> outputs() throws IOException, InterruptedException {
    return outputs(work(), Edge.allToAll("count"));
  }

  private List<String> outputs(Work reader, Edge edge) throws IOException, InterruptedException {
    return sources.outputs(reader, edge).stream()
        .map(each -> each.output().index() + " " + each.holders().stream().map(Peer::name).toList())
        .toList();
  }

  @Test
  void outputsAreWhereTheirTasksRanAndATaskMayHaveLeftNothing() throws Exception {
    holdings.add(new FileLocations.HeldOutputs(node("node-1", 0), List.of(0)));
    holdings.add(new FileLocations.HeldOutputs(node("node-2", 2), List.of(2)));
    assertThat(outputs()).containsExactly("0 [node-1]", "2 [node-2]");
  }

  @Test
  void whatItsHolderHasNoLongerIsMissed() throws Exception {
    holdings.add(new FileLocations.HeldOutputs(node("node-1", 0, 2), List.of(0, 1, 2, 3)));
    assertThatThrownBy(this::outputs)
        .isInstanceOf(IOException.class)
        .hasMessage("the output of count[1] and of 1 more is on node-1, which no longer has it");
    holdings.add(new FileLocations.HeldOutputs(node("node-2", 1, 3), List.of()));
    assertThat(outputs()).hasSize(4);
  }

  @Test
  void aHundredHoldersAreAskedAtOnceAsFarAsThatGoes() throws Exception {
    for (int task = 0; task < CellSources.MAX_PARALLEL + 36; task++) {
      holdings.add(new FileLocations.HeldOutputs(node("node-1" + task, task), List.of(task)));
    }
    assertThat(outputs()).hasSize(100);
  }

  @Test
  void whatRanHereIsHere() throws Exception {
    holdings.add(new FileLocations.HeldOutputs(gone("node-9"), List.of(0, 2)));
    assertThat(outputs()).containsExactly("0 []", "2 []");
  }

  @Test
  void whatLiesInTheHomeOfTheCellIsHadFromTheCellUnlessItIsOurs() throws Exception {
    layout("cell").write(new Outputs.OutputKey(JOB, "count", 1), "n", "x");
    holdings.add(new FileLocations.HeldOutputs(new FileLocations.Holder("node-0", ""), List.of(1)));
    assertThat(outputs()).containsExactly("1 [the cell]");
    sources = new CellSources("node-9", cell(), true);
    assertThat(outputs()).containsExactly("1 []");
    assertThat(sources.seesFiles()).isTrue();
  }

  @Test
  void aCopyElsewhereWillDo() throws Exception {
    holdings.add(new FileLocations.HeldOutputs(gone("node-1"), List.of(0, 1)));
    holdings.add(new FileLocations.HeldOutputs(node("node-2", 0, 1), List.of()));
    assertThat(outputs()).containsExactly("0 [node-2]", "1 [node-2]");
  }

  @Test
  void whatNobodyElseHasIsNamed() throws IOException {
    holdings.add(new FileLocations.HeldOutputs(gone("node-1"), List.of(0, 1, 2)));
    holdings.add(new FileLocations.HeldOutputs(node("node-2", 0), List.of()));
    assertThatThrownBy(this::outputs)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "the output of count[1] and of 1 more is on node-1, which does not answer");
  }

  private LostInputs lost() {
    return assertThrows(InputsMissing.class, this::outputs).lost();
  }

  @Test
  void whatAHolderThatAnswersLacksIsLostAndWhatAnotherMayHaveIsNot() throws IOException {
    holdings.add(new FileLocations.HeldOutputs(gone("node-1"), List.of(0)));
    assertThat(lost().isNone()).isTrue();
    holdings.set(
        0,
        new FileLocations.HeldOutputs(
            new FileLocations.Holder("node-1", FileLocations.Holder.UNKNOWN), List.of(0)));
    assertThat(lost().isNone()).as("nobody knows where it is").isTrue();
    holdings.add(new FileLocations.HeldOutputs(node("node-2", 1), List.of(1, 2, 3)));
    assertThat(lost()).isEqualTo(new LostInputs("count", List.of(2, 3)));
  }

  @Test
  void whatIsMadeAgainIsLostUnlessThereIsACopy() throws Exception {
    holdings.add(new FileLocations.HeldOutputs(FileLocations.Holder.NOBODY, List.of(0, 1)));
    holdings.add(new FileLocations.HeldOutputs(node("node-2", 1), List.of()));
    assertThat(lost()).isEqualTo(new LostInputs("count", List.of(0)));
    sources = new CellSources("node-9", cell(), true);
    assertThat(lost()).isEqualTo(new LostInputs("count", List.of(0)));
    holdings.add(new FileLocations.HeldOutputs(node("node-3", 0), List.of()));
    assertThat(outputs()).containsExactly("0 [node-3]", "1 [node-2]");
  }

  @Test
  void aTaskThatReadsOneOutputDoesNotMissTheOthers() throws Exception {
    holdings.add(new FileLocations.HeldOutputs(FileLocations.Holder.NOBODY, List.of(1)));
    holdings.add(new FileLocations.HeldOutputs(node("node-2", 0, 2), List.of(0, 2)));
    assertThat(outputs(work(), Edge.oneToOne("count"))).containsExactly("0 [node-2]");
  }

  private Path fetch() throws Exception {
    try (var cache = FileCache.open(root.resolve("cache"), 1 << 20);
        var fetcher = new Fetcher(cache);
        var pinned = fetcher.fetch(SAMPLE.content(), sources.contents(work())).get()) {
      return Files.copy(pinned.path(), root.resolve("fetched"));
    }
  }

  private FileLocations.Holder scripted(Sample sample, Integer... breaks) throws IOException {
    var server = new ScriptedServer(sample, breaks);
    open.add(server);
    return new FileLocations.Holder("node-1", HostPort.format(server.peer("node-1").address()));
  }

  @Test
  void aNeighbourThatHasAFileSparesTheCell() throws Exception {
    holders.add(scripted(SAMPLE));
    assertThat(fetch()).hasBinaryContent(SAMPLE.bytes());
    assertThat(cellServer.filesServed()).isZero();
  }

  @Test
  void aNeighbourThatDiesInTheMiddleIsFollowedByTheCell() throws Exception {
    holders.add(scripted(SAMPLE, 60_000, 0, 0, 0));
    assertThat(fetch()).hasBinaryContent(SAMPLE.bytes());
    assertThat(cellServer.filesServed()).isEqualTo(1);
  }

  @Test
  void aNeighbourThatSendsSomethingElseIsFollowedByTheCell() throws Exception {
    holders.add(scripted(Sample.of(2, 100_000)));
    assertThat(fetch()).hasBinaryContent(SAMPLE.bytes());
    assertThat(cellServer.filesServed()).isEqualTo(1);
  }

  @Test
  void whoWaitsForItItselfIsNoHindrance() throws Exception {
    holders.add(node("node-1"));
    assertThat(fetch()).hasBinaryContent(SAMPLE.bytes());
  }

  @Test
  void theCellSaysWhichJobsHaveNotEnded() throws IOException {
    assertThat(cell().running()).isEqualTo(RUNNING);
  }
}
