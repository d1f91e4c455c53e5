package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.files.fetch.Localizer;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.process.cgroup.Cgroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the computer fails a node, the node says so, and never says what is not so. */
class DegradeTest {
  @TempDir private Path home;
  private boolean mounted;

  private Path small() {
    return home.resolve("small");
  }

  /** A disk of a quarter of a mebibyte. */
  private void mountSmallDisk() throws Exception {
    Files.createDirectory(small());
    mounted = command("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", small().toString());
    assumeTrue(mounted, "no disk can be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      await().until(() -> command("umount", small().toString()));
    }
  }

  private static boolean command(String... words) throws IOException, InterruptedException {
    var process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private void fill() throws IOException {
    try (var out = Files.newOutputStream(small().resolve("filler"))) {
      while (true) {
        out.write(new byte[512]);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private Bench remembering() {
    return new Bench(
        home,
        RunOptions.STANDARD,
        Cgroups.open(),
        Localizer.IN_PLACE,
        DurableState.open(small().resolve("state")));
  }

  @Test
  void aFullDiskIsAProblemOfItsNodeAndNoFaultOfATask() throws Exception {
    mountSmallDisk();
    try (var bench = new Bench(small(), RunOptions.STANDARD)) {
      assertThat(bench.runtime.problem()).isEmpty();
      var filled = bench.shell("head -c 1M /dev/zero > $MUSTER_OUTPUT/zeros").run(0);
      assertThat(filled.outcome()).isEqualTo(Outcome.LOST);
      assertThat(filled.detail()).startsWith("the disk of ");

      fill();
      assertThat(bench.runtime.problem()).startsWith("the disk of ").contains(" is full: ");
      Files.delete(small().resolve("filler"));
      try (var files = Files.walk(small())) {
        for (var zeros : files.filter(each -> each.endsWith("zeros")).toList()) {
          Files.delete(zeros);
        }
      }
      assertThat(bench.runtime.problem()).isEmpty();
      assertThat(bench.command("true").run(301).succeeded()).isTrue();
    }
  }

  @Test
  void whileTheJournalCannotBeWrittenNothingStartsAndWhatRunsIsReported() throws Exception {
    mountSmallDisk();
    try (var bench = remembering()) {
      var under =
          bench.shell("echo up; while [ ! -e go ]; do sleep 0.05; done; exit 9").start(0, 1);
      bench.hasSaid(0, "up");
      fill();
      // What is left of the last page of the journal still takes some.
      RunResult refused = RunResult.SUCCESS;
      for (int index = 1; index < 300 && refused.succeeded(); index++) {
        refused = bench.command("true").run(index);
      }
      assertThat(refused)
          .isEqualTo(
              RunResult.notStarted(
                  "the node cannot write its journal: No space left on device: "
                      + small().resolve("state/journal")));
      Files.createFile(bench.directory.attempt(bench.work(0, 1)).work().resolve("go"));
      assertThat(under.join()).isEqualTo(RunResult.failed(9, ""));
      Files.delete(small().resolve("filler"));
      assertThat(bench.command("true").run(299).succeeded()).isTrue();
      bench.runtime.forget(299);
    }
    try (var durable = DurableState.open(small().resolve("state"))) {
      assertThat(durable.journal().records())
          .filteredOn(record -> record.launch().run() == 0)
          .singleElement()
          .satisfies(record -> assertThat(record.end().orElseThrow().exitCode()).isEqualTo(9));
      assertThat(durable.journal().records())
          .noneMatch(record -> record.launch().run() == 299)
          .allMatch(record -> record.end().isPresent());
    }
  }

  @Test
  void aDirectoryThatIsGoneWhileItsTaskRunsIsSurvived() {
    try (var bench = new Bench(home, RunOptions.STANDARD)) {
      var result = bench.shell("cd /; rm -r ${MUSTER_OUTPUT%/stage/*}; echo more; exit 3").run();
      assertThat(result).isEqualTo(RunResult.failed(3, ""));
      assertThat(bench.shell("echo again").run(1).succeeded()).isTrue();
      assertThat(bench.stdout(1)).isEqualTo("again\n");
    }
  }

  @Test
  void whatEndsWithItsNodeIsLostAndNoFault() {
    try (var bench = new Bench(home, RunOptions.STANDARD)) {
      var run = bench.shell("echo begun; exec sleep 1000").start(0, 1);
      bench.hasSaid(0, "begun");
      bench.runtime.close();
      assertThat(run.join()).isEqualTo(RunResult.lost("the node ended, and its tasks with it"));
    }
  }

  @Test
  void anOutputIsKeptWhereOthersWereRemoved() {
    try (var bench = new Bench(home, RunOptions.STANDARD)) {
      var outputs = bench.directory.root().resolve("outputs");
      assertThat(bench.shell("echo x > $MUSTER_OUTPUT/x; rm -r " + outputs).run().succeeded())
          .isTrue();
      assertThat(bench.directory.output(bench.work(0, 1).spec().name(), 0).resolve("x"))
          .hasContent("x\n");
    }
  }

  @Test
  void anOutputThatCannotBeKeptIsAFailure() {
    try (var bench = new Bench(home, RunOptions.STANDARD)) {
      var outputs = bench.directory.root().resolve("outputs");
      var command = "echo x > $MUSTER_OUTPUT/x; rm -r %1$s; echo y > %1$s".formatted(outputs);
      var result = bench.shell(command).run();
      assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(result.detail()).startsWith("cannot keep what it wrote: ");
    }
  }
}
