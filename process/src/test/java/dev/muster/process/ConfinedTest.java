package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.process.cgroup.Cgroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** What only control groups can do, on a computer that lets us make some. */
class ConfinedTest {
  private static final long MIB = 1L << 20;

  @TempDir private Path home;
  private Bench bench;

  @BeforeEach
  void open() {
    var groups = Cgroups.open();
    assumeTrue(groups.confine(), "no control groups can be made here");
    bench = new Bench(home, RunOptions.STANDARD, groups);
    bench.needs(new Resources(500, 64 * MIB));
  }

  @AfterEach
  void close() {
    if (bench != null) {
      bench.close();
      assertThat(leftGroups()).isEmpty();
    }
  }

  /** Those of this process in any hierarchy. */
  private static List<Path> leftGroups() {
    var mine = ProcessHandle.current().pid() + "-";
    try (var found = Files.find(Path.of("/sys/fs/cgroup"), 6, (path, _) -> isMine(path, mine))) {
      return found.toList();
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private static boolean isMine(Path path, String mine) {
    var parent = path.getParent();
    return parent != null
        && parent.endsWith("muster")
        && path.getFileName().toString().startsWith(mine);
  }

  @Test
  void whoWantsMoreMemoryThanItAskedForIsEndedAlone() {
    var bystander = bench.shell("echo up; sleep 2; echo done").start(1, 1);
    bench.hasSaid(1, "up");
    var result = bench.shell(hold(300)).run(0);
    assertThat(result.outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
    assertThat(result.exitCode()).isEqualTo(137);
    assertThat(result.detail()).startsWith("wanted more than its memory of 64 MiB; its peak was 6");
    assertThat(bystander.join().succeeded()).isTrue();
  }

  /** Of a line without an end, {@code tail} has to hold all. */
  private static String hold(int mebibytes) {
    return "head -c %dM /dev/zero | tail > /dev/null".formatted(mebibytes);
  }

  @Test
  void aTaskThatHidesTheDeathOfItsChildHasRunOutOfMemoryAllTheSame() {
    var result = bench.shell(hold(300) + "; exit 0").run();
    assertThat(result.outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
  }

  @Test
  void whatItUsedIsKnown() {
    var usage = bench.shell(hold(30)).measure(0).usage();
    assertThat(usage.peakMemoryBytes()).isBetween(30 * MIB, 64 * MIB);
    var burn = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; times";
    var burnt = bench.shell(burn).measure(1).usage();
    var seconds = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s").matcher(bench.stdout(1));
    assertThat(seconds.find()).isTrue();
    double own = Double.parseDouble(seconds.group(2)) + Double.parseDouble(seconds.group(4));
    assertThat(burnt.cpuNs() / 1e9).isBetween(own, own * 1.5 + 0.1);
    assertThat(burnt.peakMemoryBytes()).isBetween(MIB / 8, 30 * MIB);
  }

  @Test
  void aShortTaskIsNotChargedForWhatWasInItsGroupBefore() {
    bench.needs(new Resources(1_000, 64 * MIB));
    bench.command("true").run(0);
    var burn = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done";
    var burnt = bench.shell(burn).measure(1).usage();
    var little = bench.command("true").measure(2).usage();
    assertThat(little.cpuNs()).isPositive().isLessThan(burnt.cpuNs() / 2);
    assertThat(little.peakMemoryBytes()).isPositive().isLessThan(4 * MIB);
  }

  @Test
  void oneAfterTheOtherInOneGroupEachLeavesNothing() {
    bench.needs(new Resources(1_000, 64 * MIB));
    for (int index = 0; index < 40; index++) {
      bench.shell(index % 2 == 0 ? "true" : "(setsid sleep 100 &) ; exit 0");
      assertThat(bench.run(index).succeeded()).isTrue();
      assertThat(bench.left()).isEmpty();
    }
  }

  @Test
  void whatDetachedItselfEndsWithItsTask() {
    bench.shell("(setsid sh -c 'sleep 100 & sleep 100' > /dev/null 2>&1 &) ; exit 0").run();
    assertThat(bench.left()).isEmpty();
  }

  @Test
  void evictionIsQuickThoughATaskForksAndDoesNotListen(TestReporter reporter) {
    bench.shell("trap '' TERM; echo up; while :; do (setsid sleep 100 &); sleep 0.01; done");
    var result = bench.start(0, 1);
    bench.hasSaid(0, "up");
    bench.runtime.kill(0, false);
    await().during(Duration.ofMillis(200)).until(() -> !result.isDone());
    long orderNs = System.nanoTime();
    bench.runtime.kill(0, true);
    assertThat(result.join().exitCode()).isEqualTo(137);
    var took = Duration.ofNanos(System.nanoTime() - orderNs);
    reporter.publishEntry("milliseconds from the order to the end", "" + took.toMillis());
    assertThat(took).isLessThan(Duration.ofSeconds(2));
    assertThat(bench.left()).isEmpty();
  }

  @Test
  void manyShortTasksAtOnceLeaveNothing() throws IOException {
    bench.command("true").run(0);
    int before = descriptors();
    var results = IntStream.range(1, 501).mapToObj(index -> bench.start(index, 1)).toList();
    assertThat(results).allSatisfy(each -> assertThat(each.join().succeeded()).isTrue());
    assertThat(bench.left()).isEmpty();
    bench.runtime.close();
    assertThat(descriptors()).isLessThan(before + 1);
    assertThat(leftGroups()).isEmpty();
  }

  private static int descriptors() throws IOException {
    try (var entries = Files.list(Path.of("/proc/self/fd"))) {
      return (int) entries.count();
    }
  }
}
