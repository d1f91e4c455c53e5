package dev.muster.files.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.files.serve.FileServer;
import dev.muster.files.serve.Outputs;
import dev.muster.files.serve.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes to the submitter at the end of a job. */
class OutputCollectorTest {
  private static final String SECRET = "a secret";
  private static final OutputCollector.Selection WISH =
      new OutputCollector.Selection(
          7, List.of("sum"), List.of(new OutputCollector.TaskRef("count", 3)));

  @TempDir private Path root;
  private Layouts away;
  private Layouts here;
  private FileServer server;

  @BeforeEach
  void start() throws IOException {
    away = new Layouts(root.resolve("away/jobs"));
    here = new Layouts(Files.createDirectories(root.resolve("here")).resolve("jobs"));
    var offer = FileServer.Catalog.ofNode(_ -> Optional.empty(), new Outputs(away), away);
    server = FileServer.start(ScriptedServer.port(), SECRET, offer);
    away.write(new Outputs.OutputKey(7, "sum", 0), "deep/total", "42");
    away.write(new Outputs.OutputKey(7, "count", 3), "n", "of no interest any more");
    log("sum", 0, "stdout.1", "the sum");
    log("sum", 0, "stderr.1", "");
    log("count", 3, "stderr.2", "alas");
    log("count", 4, "stderr.1", "all is well");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void log(String stage, int index, String name, String text) throws IOException {
    var task = away.tasks(7, stage).resolve(Integer.toString(index));
    Files.writeString(Files.createDirectories(task).resolve(name), text);
    Files.createDirectories(task.resolve("work.1"));
  }

  private List<String> bring(OutputCollector.TransferBudget allowance) throws Exception {
    try (var harvest = OutputCollector.open(root.resolve("here"), here, allowance)) {
      return harvest.bring(WISH, List.of(new Peer("node-1", server.address(), SECRET))).problems();
    }
  }

  private List<String> files() throws IOException {
    var base = root.resolve("here");
    try (var all = Files.walk(base)) {
      return all.filter(Files::isRegularFile)
          .map(file -> base.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void theEndIsThereAsIfItHadRunHere() throws Exception {
    assertThat(bring(new OutputCollector.TransferBudget(1_000, 10))).isEmpty();
    assertThat(files())
        .containsExactly(
            "jobs/7/outputs/sum/0/deep/total",
            "jobs/7/tasks/count/3/stderr.2",
            "jobs/7/tasks/sum/0/stdout.1");
    assertThat(root.resolve("here/jobs/7/outputs/sum/0/deep/total")).hasContent("42");
    assertThat(root.resolve("here/jobs/7/tasks/count/3/stderr.2")).hasContent("alas");
  }

  @Test
  void aSecondHarvestFindsAllInPlace() throws Exception {
    assertThat(bring(new OutputCollector.TransferBudget(1_000, 10))).isEmpty();
    assertThat(bring(new OutputCollector.TransferBudget(0, 0))).isEmpty();
  }

  @Test
  void whatIsTooMuchStaysAndThatIsSaid() throws Exception {
    assertThat(bring(new OutputCollector.TransferBudget(6, 10)))
        .containsExactly(
            "1 outputs and logs stay on their nodes, because all of it is more than 6 B or 10 files");
    assertThat(files()).hasSize(2);
  }

  @Test
  void aNodeThatIsGoneIsNamed() throws Exception {
    server.close();
    assertThat(bring(new OutputCollector.TransferBudget(1_000, 10)))
        .containsExactly("cannot bring anything more from node-1: Connection refused");
  }

  @Test
  void whatCannotBeBroughtIsNamedAndTheRestComes() throws Exception {
    away.write(new Outputs.OutputKey(7, "sum", 1), "total", "43");
    var outside = Files.createDirectories(root.resolve("outside"));
    Files.createSymbolicLink(away.outputs(7, "sum").resolve("0/link"), outside);
    log("sum", 1, "stdout.1", "more");
    Files.createDirectories(here.tasks(7, "sum"));
    Files.writeString(here.tasks(7, "sum").resolve("0"), "in the way");
    var problems = bring(new OutputCollector.TransferBudget(1_000, 10));
    assertThat(problems).hasSize(2);
    assertThat(problems.getFirst()).startsWith("cannot bring what job-7/sum[0] left from node-1: ");
    assertThat(problems.getLast())
        .startsWith("cannot bring stdout.1 of job-7/sum[0] from node-1: ");
    assertThat(files())
        .contains(
            "jobs/7/outputs/sum/1/total",
            "jobs/7/tasks/sum/1/stdout.1",
            "jobs/7/tasks/count/3/stderr.2");
  }

  @Test
  void ofManyProblemsAFewAreTold() throws Exception {
    var outside = Files.createDirectories(root.resolve("outside"));
    for (int task = 0; task < 8; task++) {
      away.write(new Outputs.OutputKey(7, "sum", task), "total", "43");
      Files.createSymbolicLink(away.outputs(7, "sum").resolve(task + "/link"), outside);
    }
    assertThat(bring(new OutputCollector.TransferBudget(1_000, 10)))
        .hasSize(OutputCollector.MAX_REPORTED + 1)
        .last()
        .isEqualTo("and so on: 8 such problems");
  }

  @Test
  void whatAKilledHarvestLeftIsRemovedAndWhatAnotherUsesStays() throws Exception {
    var orphan = Files.createDirectories(root.resolve("here/harvest-1"));
    Files.writeString(orphan.resolve("log-1"), "half of it");
    try (var another = OutputCollector.open(root.resolve("here"), here)) {
      assertThat(bring(new OutputCollector.TransferBudget(1_000, 10))).isEmpty();
      assertThat(orphan).doesNotExist();
      assertThat(another.bring(WISH, List.of()).problems()).isEmpty();
      assertThat(directories()).hasSize(1);
    }
    assertThat(directories()).isEmpty();
  }

  private List<Path> directories() throws IOException {
    try (var all = Files.list(root.resolve("here"))) {
      return all.filter(each -> each.getFileName().toString().startsWith("harvest-")).toList();
    }
  }

  @Test
  void aLinkInPlaceOfALogIsNotFollowed() throws Exception {
    var secret = Files.writeString(root.resolve("private"), "keep out");
    Files.createSymbolicLink(away.tasks(7, "sum").resolve("0/stdout.2"), secret);
    assertThat(bring(new OutputCollector.TransferBudget(1_000, 10))).isEmpty();
    assertThat(root.resolve("here/jobs/7/tasks/sum/0/stdout.2")).doesNotExist();
  }
}
