package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Work;
import dev.muster.files.content.Content;
import dev.muster.files.content.Manifest;
import dev.muster.files.content.PinnedFile;
import dev.muster.files.fetch.Localizer;
import dev.muster.files.fetch.NodeFiles;
import dev.muster.files.fetch.Sources;
import dev.muster.files.serve.FilePort;
import dev.muster.files.serve.FileSource;
import dev.muster.files.serve.Peer;
import dev.muster.model.Edge;
import dev.muster.model.FileRef;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real tasks on nodes that share no directory: what they need comes to them. */
class FilesOfTasksTest {
  private static final Resources LITTLE = new Resources(1, 1);
  private static final String SECRET = "a secret";
  private static final long JOB = 17;

  @TempDir private Path root;
  private Path submitted;
  private final Submitter submitter = new Submitter();
  private final List<Node> nodes = new ArrayList<>();
  private final AtomicLong runs = new AtomicLong();

  /** One who counts how often its files are read, and can be told to wait. */
  private static final class Submitter implements FileSource {
    private final AtomicInteger reads = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile LocalSource files = new LocalSource("submitter", sha256 -> nothing());

    private static Optional<PinnedFile> nothing() {
      return Optional.empty();
    }

    @Override
    public String name() {
      return "submitter";
    }

    @Override
    public InputStream open(Content content, long from) throws IOException {
      reads.incrementAndGet();
      try {
        gate.await();
      } catch (InterruptedException stopped) {
        throw new IOException(stopped);
      }
      return files.open(content, from);
    }
  }

  /** A machine with a home of its own, that knows all others. */
  private final class Node {
    private final Path home;
    private final NodeFiles files;
    private final ProcessRuntime runtime;
    private volatile List<Peer> others = List.of();

    Node(String name) throws IOException {
      home = root.resolve(name);
      var options =
          NodeFiles.NodeFileOptions.standard(
              home,
              FilePort.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
              SECRET);
      files = NodeFiles.open(options, JobDirectory.layout(home), new Others());
      runtime = new ProcessRuntime(name, home, RunOptions.STANDARD, files);
      nodes.add(this);
    }

    private final class Others implements Sources {
      @Override
      public List<FileSource> contents(Work work) {
        return new Peers(others, List.of(submitter)).contents(work);
      }

      @Override
      public List<OutputHolders> outputs(Work work, Edge edge) throws IOException {
        return new Peers(others, List.of()).outputs(work, edge);
      }
    }

    Peer peer() {
      return new Peer(home.getFileName().toString(), files.address().orElseThrow(), SECRET);
    }

    CompletableFuture<RunResult> start(long run, Work work) {
      var result = new CompletableFuture<RunResult>();
      runtime.launch(Bench.launch(run, work), result::complete);
      return result.orTimeout(60, TimeUnit.SECONDS);
    }

    RunResult run(StageSpec stage, int index) {
      return start(runs.incrementAndGet(), work(stage, index)).join();
    }

    String stdout(String stage, int index) throws IOException {
      return Files.readString(JobDirectory.of(home, JOB).stdout(stage, index).orElseThrow());
    }
  }

  @BeforeEach
  void submit() throws IOException {
    submitted = Files.createDirectory(root.resolve("submitted"));
    Files.createDirectory(submitted.resolve("parts"));
    Files.writeString(submitted.resolve("parts/a"), "A\n");
    Files.writeString(submitted.resolve("tool"), "#!/bin/sh\necho tool\n");
    assertThat(submitted.resolve("tool").toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void close() {
    nodes.forEach(node -> node.runtime.close());
  }

  private static StageSpec stage(String name, String line) {
    return StageSpec.of(name, 100, LITTLE, List.of("sh", "-c", line));
  }

  /** The submitter has gone away from this machine's disk: only contents are left of it. */
  private static Work work(StageSpec stage, int index) {
    return Work.of(JOB, JobSpec.of("job", stage).withHome("/nowhere"), 0, index, 1);
  }

  private List<FileRef> offer(String... names) throws IOException {
    var manifest = Manifest.of(submitted, List.of(names));
    submitter.files = new LocalSource("submitter", manifest);
    return manifest.files();
  }

  private void acquaint() {
    for (var node : nodes) {
      node.others = nodes.stream().filter(other -> other != node).map(Node::peer).toList();
    }
  }

  @Test
  void itsFilesAreInItsDirectory() throws IOException {
    var stage =
        stage("s", "find . | sort; cat parts/a; ./tool; test ! -x parts/a")
            .withContents(offer("parts", "tool"));
    var node = new Node("a");
    assertThat(node.run(stage, 0)).extracting(RunResult::outcome).isEqualTo(Outcome.SUCCEEDED);
    assertThat(node.stdout("s", 0)).isEqualTo(".\n./parts\n./parts/a\n./tool\nA\ntool\n");
  }

  @Test
  void fiftyTasksOfANodeCostOneFetch() throws IOException {
    var stage = stage("s", "cat a").withContents(offer("parts/a"));
    var node = new Node("a");
    submitter.gate = new CountDownLatch(1);
    var all = new ArrayList<CompletableFuture<RunResult>>();
    for (int index = 0; index < 50; index++) {
      all.add(node.start(index, work(stage, index)));
    }
    await().untilAsserted(() -> assertThat(submitter.reads).hasValue(1));
    submitter.gate.countDown();
    for (int index = 0; index < 50; index++) {
      assertThat(all.get(index).join().succeeded()).isTrue();
      assertThat(node.stdout("s", index)).isEqualTo("A\n");
    }
    assertThat(submitter.reads).hasValue(1);
  }

  @Test
  void whatIsFetchedAheadIsThereAtTheStart() throws IOException {
    var work = work(stage("s", "cat a").withContents(offer("parts/a")), 0);
    var node = new Node("a");
    node.runtime.fetch(work, Tier.OPPORTUNISTIC);
    node.runtime.fetch(work, Tier.OPPORTUNISTIC);
    var content = Content.of(work.spec().files().contents().getFirst());
    var cached = node.home.resolve("cache/" + content.sha256().substring(0, 2));
    await().untilAsserted(() -> assertThat(cached.resolve(content.sha256())).exists());
    submitter.files = new LocalSource("submitter", sha256 -> Submitter.nothing());
    assertThat(node.start(1, work).join().succeeded()).isTrue();
    assertThat(submitter.reads).hasValue(1);
  }

  @Test
  void aPeerThatHasItSparesTheSubmitter() throws IOException {
    var stage = stage("s", "cat a").withContents(offer("parts/a"));
    var first = new Node("a");
    var second = new Node("b");
    acquaint();
    assertThat(first.run(stage, 0).succeeded()).isTrue();
    assertThat(second.run(stage, 1).succeeded()).isTrue();
    assertThat(submitter.reads).hasValue(1);
  }

  @Test
  void aFileThatNobodyHasKeepsItsTaskFromStarting() throws IOException {
    var stage = stage("s", "cat a").withContents(offer("parts/a"));
    Files.writeString(submitted.resolve("parts/a"), "B\n");
    var result = new Node("a").run(stage, 0);
    assertThat(result)
        .isEqualTo(
            RunResult.unstartable(
                "its files are not there: cannot fetch `a`: no source has sent it: submitter: sent"
                    + " something else than what was asked for"));
  }

  @Test
  void aNameThatLeadsOutOfItsDirectoryIsRefused() throws IOException {
    var file = offer("parts/a").getFirst();
    var evil = new FileRef("../../evil", file.sha256(), file.bytes(), false);
    var result = new Node("a").run(stage("s", "true").withContents(List.of(evil)), 0);
    assertThat(result.detail())
        .isEqualTo("its files are not there: `../../evil` leads out of its directory");
  }

  @Test
  void aNodeWithoutACacheSaysSo() throws IOException {
    var stage = stage("s", "true").withContents(offer("tool"));
    try (var runtime =
        new ProcessRuntime(
            "plain", root.resolve("plain"), RunOptions.STANDARD, Localizer.IN_PLACE)) {
      var result = new CompletableFuture<RunResult>();
      runtime.launch(Bench.launch(1, work(stage, 0)), result::complete);
      assertThat(result.orTimeout(60, TimeUnit.SECONDS).join().detail())
          .isEqualTo("its files are not there: this node was started without a cache for files");
    }
  }

  @Test
  void aTaskThatWaitsForFilesCanBeEnded() throws IOException {
    var stage = stage("s", "cat a").withContents(offer("parts/a"));
    var node = new Node("a");
    submitter.gate = new CountDownLatch(1);
    var result = node.start(5, work(stage, 0));
    await().untilAsserted(() -> assertThat(submitter.reads).hasValue(1));
    node.runtime.kill(5, false);
    assertThat(result.join().detail()).isEqualTo("ended before it started");
    submitter.gate.countDown();
    assertThat(node.run(stage, 1).succeeded()).isTrue();
    assertThat(submitter.reads).as("the fetch went on for the next").hasValue(1);
  }

  @Test
  void whatAStageLeftOnOneNodeIsReadByTheNextOnAnother() throws IOException {
    var count =
        stage(
            "count",
            "mkdir $MUSTER_OUTPUT/d; echo $MUSTER_TASK_INDEX > $MUSTER_OUTPUT/d/n;"
                + " printf '#!/bin/sh\\necho ran' > $MUSTER_OUTPUT/t; chmod +x $MUSTER_OUTPUT/t");
    var nothing = stage("count", "true");
    var sum = stage("sum", "cd $MUSTER_INPUT/count; ls; cat */d/n; ./1/t").withAfter("count");
    var first = new Node("a");
    var second = new Node("b");
    var third = new Node("c");
    acquaint();

    assertThat(first.run(count, 0).outputBytes()).isEqualTo("0\n#!/bin/sh\necho ran".length());
    assertThat(second.run(count, 1).succeeded()).isTrue();
    assertThat(first.run(nothing, 2).outputBytes()).isZero();
    var removed = stage("other", "rmdir $MUSTER_OUTPUT");
    assertThat(first.run(removed, 0).outputBytes()).isZero();
    var empty = stage("other", "touch $MUSTER_OUTPUT/empty");
    assertThat(first.run(empty, 1).outputBytes()).as("it left something").isEqualTo(1);
    for (var node : List.of(second, third)) {
      assertThat(node.run(sum, 5)).extracting(RunResult::detail).isEqualTo("");
      assertThat(node.stdout("sum", 5)).isEqualTo("0\n1\n0\n1\nran\n");
    }
  }

  @Test
  void aTaskWithAOneToOneEdgeSeesAndFetchesItsOwnInputOnly() throws IOException {
    var count = stage("count", "echo $MUSTER_TASK_INDEX > $MUSTER_OUTPUT/n");
    var first = new Node("a");
    var second = new Node("b");
    acquaint();
    first.run(count, 0);
    first.run(count, 1);
    first.run(stage("other", "touch $MUSTER_OUTPUT/x"), 0);

    var edges = List.of(Edge.oneToOne("count"), Edge.allToAll("other"));
    var list = stage("list", "cd $MUSTER_INPUT; ls count other; cat count/*/n").withEdges(edges);
    assertThat(second.run(list, 1)).extracting(RunResult::detail).isEqualTo("");
    assertThat(second.stdout("list", 1)).isEqualTo("count:\n1\n\nother:\n0\n1\n");
    assertThat(JobDirectory.of(second.home, JOB).output("count", 0)).doesNotExist();
    assertThat(first.run(list, 0)).extracting(RunResult::detail).isEqualTo("");
    assertThat(first.stdout("list", 0)).isEqualTo("count:\n0\n\nother:\n0\n0\n");
    var nothing = stage("nothing", "test -d $MUSTER_INPUT/count -a ! -e $MUSTER_INPUT/count/2");
    assertThat(second.run(nothing.withEdges(edges), 2).succeeded()).isTrue();
  }

  @Test
  void whatIsBroughtIsNoSecondNameForAFileInTheCache() throws IOException {
    var first = new Node("a");
    var second = new Node("b");
    acquaint();
    first.run(stage("count", "echo x > $MUSTER_OUTPUT/n"), 0);
    second.run(stage("sum", "true").withAfter("count"), 0);
    var brought = JobDirectory.of(second.home, JOB).output("count", 0).resolve("n");
    assertThat(brought).hasContent("x");
    assertThat(Files.getAttribute(brought, "unix:nlink")).isEqualTo(1);
  }

  @Test
  void aStageThatLeftNothingIsAnEmptyDirectory() throws IOException {
    var first = new Node("a");
    var second = new Node("b");
    acquaint();
    first.run(stage("count", "true"), 0);
    var sum = stage("sum", "test -d $MUSTER_INPUT/count -a -z \"$(ls -A $MUSTER_INPUT/count)\"");
    assertThat(second.run(sum.withAfter("count"), 0).succeeded()).isTrue();
  }

  @Test
  void aTaskDoesNotStartWithAPartOfItsInput() throws IOException {
    var sum = stage("sum", "true").withAfter("count");
    var first = new Node("a");
    var second = new Node("b");
    acquaint();
    first.run(stage("count", "echo x > $MUSTER_OUTPUT/n"), 0);
    first.runtime.close();
    var result = second.run(sum, 0);
    assertThat(result.outcome()).isEqualTo(Outcome.UNSTARTABLE);
    assertThat(result.detail())
        .isEqualTo("its files are not there: a does not say what it holds: Connection refused");
  }

  @Test
  void anotherLifeOfTheNodeHasItsFilesStill() throws IOException {
    var stage = stage("s", "cat a").withContents(offer("parts/a"));
    new Node("a").run(stage, 0);
    nodes.removeFirst().runtime.close();
    assertThat(new Node("a").run(stage, 1).succeeded()).isTrue();
    assertThat(submitter.reads).hasValue(1);
  }
}
