package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.journal.FileJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that others go before, that stand still, and that must make room at once. */
@ParameterizedClass(name = "in groups: {0}")
@ValueSource(booleans = {true, false})
class PaceTest {
  private static final String TICK = "while :; do echo tick; sleep 0.01; done";
  private static final Duration A_WHILE = Duration.ofMillis(300);
  private static final Duration EVICTION_LIMIT = Duration.ofMillis(200);
  private static final int EVICTIONS = 7;

  @Parameter private boolean confined;
  @TempDir private Path home;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(home, RunOptions.STANDARD, confined ? Cgroups.open() : Cgroups.PLAIN);
    bench.needs(new Resources(500, 64 << 20));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void aFrozenTaskStandsStillUntilItMayGoOn() {
    var result = bench.shell(TICK).start(0, 1);
    bench.hasSaid(0, "tick");
    bench.runtime.pace(0, Pace.FROZEN);
    standsStill(0);
    int before = bench.stdout(0).length();
    bench.runtime.pace(0, Pace.FULL);
    await().until(() -> bench.stdout(0).length() > before);
    bench.runtime.kill(0, true);
    assertThat(result.join().exitCode()).isEqualTo(137);
  }

  private void standsStill(int index) {
    await()
        .untilAsserted(
            () -> {
              int size = bench.stdout(index).length();
              await().pollDelay(A_WHILE).until(() -> true);
              assertThat(bench.stdout(index)).hasSize(size);
            });
  }

  @Test
  void aFrozenTaskHearsThatItShouldEnd() {
    var result = bench.shell("trap 'exit 3' TERM; " + TICK).start(0, 1);
    bench.hasSaid(0, "tick");
    bench.runtime.pace(0, Pace.FROZEN);
    standsStill(0);
    bench.runtime.kill(0, false);
    assertThat(result.join().exitCode()).isEqualTo(3);
    bench.nothingIsLeftSoon();
  }

  @Test
  void whoIsToldToEndIsNotFrozenAgain() {
    var result = bench.shell("trap 'echo bye; exit 3' TERM; " + TICK).start(0, 1);
    bench.hasSaid(0, "tick");
    bench.runtime.kill(0, false);
    bench.runtime.pace(0, Pace.FROZEN);
    assertThat(result.join().exitCode()).isEqualTo(3);
  }

  @Test
  void oneThatIsFrozenBeforeItBeginsStandsStill() {
    var result = bench.shell(TICK).start(0, 1);
    bench.runtime.pace(0, Pace.FROZEN);
    standsStill(0);
    bench.runtime.kill(0, true);
    assertThat(result.join().exitCode()).isIn(137, 143);
  }

  @Test
  void thoseThatLeftTheirFamilyStandStillToo() {
    assumeTrue(confined, "only a group holds them together");
    var result = bench.shell("(setsid sh -c '" + TICK + "' &); sleep 100").start(0, 1);
    bench.hasSaid(0, "tick");
    bench.runtime.pace(0, Pace.FROZEN);
    standsStill(0);
    bench.runtime.kill(0, true);
    assertThat(result.join().exitCode()).isEqualTo(137);
    assertThat(bench.left()).isEmpty();
  }

  @Test
  void anOpportunisticTaskComesAfterAllOthersUntilItIsPromoted() throws Exception {
    assumeTrue(confined && Files.isDirectory(Path.of("/sys/fs/cgroup/cpu")), "no such group");
    var line =
        "grep -w cpu /proc/self/cgroup; while [ ! -e go ]; do sleep 0.01; done; ionice -p $$";
    var low = opportunistic(0, line);
    bench.hasSaid(0, "cpu");
    var shares = sharesFile(0);
    await().untilAsserted(() -> assertThat(Files.readString(shares)).isEqualTo("2\n"));
    var promoted = opportunistic(1, line);
    bench.hasSaid(1, "cpu");
    bench.runtime.pace(1, Pace.FULL);
    var restored = sharesFile(1);
    await().untilAsserted(() -> assertThat(Files.readString(restored)).isEqualTo("512\n"));
    goOn(0);
    goOn(1);
    assertThat(low.join().succeeded()).isTrue();
    assertThat(promoted.join().succeeded()).isTrue();
    assertThat(bench.stdout(0)).contains("idle");
    assertThat(bench.stdout(1)).doesNotContain("idle");
  }

  @Test
  void theNextTaskInTheGroupOfAnOpportunisticOneHasItsShare() throws Exception {
    assumeTrue(confined && Files.isDirectory(Path.of("/sys/fs/cgroup/cpu")), "no such group");
    opportunistic(0, "true").join();
    var next = bench.shell("grep -w cpu /proc/self/cgroup; sleep 100").start(1, 1);
    bench.hasSaid(1, "cpu");
    assertThat(sharesFile(1)).hasContent("512");
    bench.runtime.kill(1, true);
    next.join();
  }

  /** In another life of the node nobody may take the room of one that was promoted. */
  @Test
  void thatATaskWasPromotedIsOnFile() throws Exception {
    var state = home.resolve("state");
    bench.close();
    bench =
        new Bench(
            home, RunOptions.STANDARD, Cgroups.PLAIN, Localizer.IN_PLACE, DurableState.open(state));
    var soon = opportunistic(0, TICK);
    bench.runtime.pace(0, Pace.FULL);
    bench.hasSaid(0, "tick");
    var later = opportunistic(1, TICK);
    bench.hasSaid(1, "tick");
    bench.runtime.pace(1, Pace.FULL);
    var never = opportunistic(2, TICK);
    bench.hasSaid(2, "tick");
    IntStream.range(0, 3).forEach(index -> bench.runtime.kill(index, true));
    CompletableFuture.allOf(soon, later, never).join();
    bench.close();
    try (var journal = FileJournal.open(state)) {
      assertThat(journal.records())
          .filteredOn(record -> record.launch().pace() == Pace.FULL)
          .extracting(record -> record.launch().run())
          .containsExactly(0L, 1L);
    }
  }

  private CompletableFuture<RunResult> opportunistic(int index, String line) {
    var work = bench.shell(line).work(index, 1);
    var demand = Demand.of(work.spec().resources()).with(Tier.OPPORTUNISTIC);
    var result = new CompletableFuture<RunResult>();
    bench.runtime.launch(new Launch(index, 0, demand, work), result::complete);
    return result;
  }

  private void goOn(int index) throws IOException {
    Files.createFile(bench.directory.task(Bench.STAGE, index).resolve("work.1/go"));
  }

  private Path sharesFile(int index) {
    var line = bench.stdout(index).lines().findFirst().orElseThrow();
    return Path.of("/sys/fs/cgroup/cpu" + line.substring(line.lastIndexOf(':') + 1), "cpu.shares");
  }

  @Test
  void evictionIsQuickThoughATaskHasManyChildrenThatDoNotListen(TestReporter reporter) {
    evict(reporter, false);
    bench.nothingIsLeftSoon();
  }

  @Test
  void evictionIsAsQuickWhileManyTasksHaveManyFiles(TestReporter reporter) {
    bench.shell("seq 200 | xargs touch; echo up; sleep 100");
    var others = IntStream.range(100, 200).mapToObj(index -> bench.start(index, 1)).toList();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> IntStream.range(100, 200).allMatch(index -> bench.stdout(index).contains("up")));
    evict(reporter, false);
    IntStream.range(100, 200).forEach(index -> bench.runtime.kill(index, true));
    assertThat(others).allSatisfy(each -> assertThat(each.join().exitCode()).isEqualTo(137));
  }

  @Test
  void evictionOfAFrozenTaskIsAsQuick(TestReporter reporter) {
    evict(reporter, true);
    bench.nothingIsLeftSoon();
  }

  /** Best of several: this is about what Muster does, not about how busy the computer is. */
  private void evict(TestReporter reporter, boolean frozen) {
    var children = "for i in $(seq 50); do sh -c 'trap \"\" TERM; sleep 100' & done; ";
    bench.shell("trap '' TERM; " + children + "echo up; " + TICK);
    var took = new ArrayList<Duration>();
    for (int index = 0; index < EVICTIONS; index++) {
      var result = bench.start(index, 1);
      bench.hasSaid(index, "up");
      if (frozen) {
        bench.runtime.pace(index, Pace.FROZEN);
        standsStill(index);
      }
      long orderTick = System.nanoTime();
      bench.runtime.kill(index, true);
      assertThat(result.join().exitCode()).isEqualTo(137);
      took.add(Duration.ofNanos(System.nanoTime() - orderTick));
    }
    took.sort(null);
    var median = took.get(EVICTIONS / 2).toMillis();
    reporter.publishEntry("median milliseconds from the order to the end", "" + median);
    assertThat(took.getFirst()).isLessThan(EVICTION_LIMIT);
  }
}
