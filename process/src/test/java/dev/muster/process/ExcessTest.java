package dev.muster.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.files.fetch.Localizer;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.directory.LogTrimmer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that take more than a task may: of their logs, of the disk, of the table of processes. */
class ExcessTest {
  private static final long MIB = 1L << 20;
  private static final int PROCESSES = 60;
  private static final RunOptions OPTIONS =
      new RunOptions(
          new RunOptions.AttemptLimits(4 * MIB, 2 * MIB, PROCESSES),
          "",
          RunOptions.STANDARD.keepOutputs());

  @TempDir private Path home;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(home, OPTIONS);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void ofALongLogTheHeadAndTheTailAreKept() throws Exception {
    var line = "echo begin; yes 0123456789 | head -c 50000000; echo end";
    assertThat(bench.shell(line).run().succeeded()).isTrue();
    var log = bench.directory.stdout(Bench.STAGE, 0).orElseThrow();
    assertThat(Files.size(log)).isBetween(2 * MIB, 2 * MIB + 200);
    assertThat(Files.readString(log))
        .startsWith("begin\n0123456789\n")
        .containsPattern("\n\\[muster: \\d+ bytes dropped here; the limit is 4 MiB]\n")
        .endsWith("end\n");
    assertThat(droppedBytes(log)).isEqualTo(50_000_000 + 10 - 2 * MIB);
  }

  private static long droppedBytes(Path log) throws IOException {
    var text = Files.readString(log);
    int at = text.indexOf("[muster: ") + "[muster: ".length();
    return Long.parseLong(text.substring(at, text.indexOf(' ', at)));
  }

  @Test
  void aLogThatGrowsOnAndOnTakesLittleOfTheDisk() {
    var line = "while :; do head -c 500000 /dev/zero; sleep 0.01; done";
    var result = bench.shell(line).start(0, 1);
    await().until(() -> bench.directory.stdout(Bench.STAGE, 0).isPresent());
    await()
        .untilAsserted(
            () -> {
              var log = bench.directory.stdout(Bench.STAGE, 0).orElseThrow();
              assertThat(Files.size(log)).isGreaterThan(40 * MIB);
              assertThat(allocatedBytes(log)).isLessThan(Files.size(log) / 2);
            });
    bench.runtime.kill(0, true);
    assertThat(result.join().exitCode()).isEqualTo(137);
  }

  private static long allocatedBytes(Path file) throws IOException {
    var stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
    var blocks = new String(stat.getInputStream().readAllBytes(), UTF_8).strip();
    return Long.parseLong(blocks) * 512;
  }

  @Test
  void whereNothingCanBeTakenOutOfALogAFloodIsStopped() throws Exception {
    LogTrimmer.HolePunch none =
        (file, from, to) -> {
          throw new IOException("Operation not supported");
        };
    try (var other =
        new Bench(home.resolve("other"), OPTIONS, Cgroups.PLAIN, Localizer.IN_PLACE, none)) {
      var result = other.shell("echo begin; exec yes 0123456789").run();
      var log = other.directory.stdout(Bench.STAGE, 0).orElseThrow();
      assertThat(result.outcome()).isEqualTo(Outcome.LOG_LIMIT);
      assertThat(result.detail())
          .startsWith("wrote more than the limit of 4 MiB, and this file system")
          .endsWith("the head and the tail are in " + log);
      assertThat(Files.size(log)).isBetween(2 * MIB, 2 * MIB + 200);
    }
  }

  @Test
  void whileADiskDoesNotAnswerTasksAreEndedAsEver() throws Exception {
    var asked = new CountDownLatch(1);
    var answer = new CompletableFuture<Boolean>();
    LogTrimmer.HolePunch stuck =
        (file, from, to) -> {
          asked.countDown();
          boolean _ = answer.join();
        };
    try (var other =
        new Bench(home.resolve("other"), OPTIONS, Cgroups.PLAIN, Localizer.IN_PLACE, stuck)) {
      var result = other.shell("head -c 9M /dev/zero; sleep 100").start(0, 1);
      assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
      other.runtime.kill(0, true);
      assertThat(result.join().exitCode()).isEqualTo(137);
      answer.complete(true);
    }
  }

  @Test
  void whoLeavesTooMuchHasNoOutputAtAll() {
    var result = bench.shell("head -c 3M /dev/zero > $MUSTER_OUTPUT/big").run();
    assertThat(result.outcome()).isEqualTo(Outcome.OUTPUT_LIMIT);
    assertThat(result.detail())
        .isEqualTo(
            "has more than the limit of 2 MiB in its output and working directory, "
                + bench.directory.task(Bench.STAGE, 0));
    assertThat(bench.directory.output(Bench.STAGE, 0)).doesNotExist();
  }

  @Test
  void whatLiesWhereItRanCountsAsWell() {
    var half = "head -c 1200K /dev/zero > ";
    assertThat(bench.shell(half + "half").run(0).succeeded()).isTrue();
    var both = half + "half; " + half + "$MUSTER_OUTPUT/half";
    assertThat(bench.shell(both).run(1).outcome()).isEqualTo(Outcome.OUTPUT_LIMIT);
    assertThat(bench.directory.output(Bench.STAGE, 1)).doesNotExist();
  }

  @Test
  void whoFillsTheDiskIsStopped() {
    var result = bench.shell("mkdir a; head -c 3M /dev/zero > a/big; sleep 100").run();
    assertThat(result.outcome()).isEqualTo(Outcome.OUTPUT_LIMIT);
    assertThat(result.exitCode()).isEqualTo(137);
    bench.nothingIsLeftSoon();
  }

  @Test
  void whoLinksToALargeFileHasNotWrittenIt() throws IOException {
    Files.write(home.resolve("large"), new byte[(int) (3 * MIB)]);
    var result = bench.files("large").shell("ln -s $PWD/large $MUSTER_OUTPUT; sleep 1.5").run();
    assertThat(result.succeeded()).isTrue();
  }

  @Test
  void aForkBombHarmsNobody() {
    try (var groups = Cgroups.open(PROCESSES, Set.of())) {
      assumeTrue(groups.confine(), "no control groups can be made here");
    }
    bench.needs(new Resources(500, 64 * MIB));
    var fuse = "f() { f | f & sleep 1; }; echo up; (f) & wait; exec sleep 100";
    var bomb = bench.shell(fuse).start(0, 1);
    bench.hasSaid(0, "up");
    await().untilAsserted(() -> assertThat(bench.stderr(0)).contains("fork"));
    assertThat(bench.left()).hasSizeLessThanOrEqualTo(PROCESSES);
    var bystanders =
        IntStream.range(1, 20).mapToObj(index -> bench.shell("true | true").start(index, 1));
    assertThat(bystanders).allSatisfy(each -> assertThat(each.join().succeeded()).isTrue());
    bench.runtime.kill(0, true);
    assertThat(bomb.join().exitCode()).isEqualTo(137);
    assertThat(bench.left()).isEmpty();
  }
}
