package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.functions.Counts;
import dev.muster.process.functions.Exits;
import dev.muster.process.functions.Hoards;
import dev.muster.process.functions.NoFunctionAtAll;
import dev.muster.process.functions.Nothing;
import dev.muster.process.functions.Says;
import dev.muster.process.functions.Sleeps;
import dev.muster.process.functions.Spins;
import dev.muster.process.functions.Swells;
import dev.muster.process.functions.Thrower;
import dev.muster.process.functions.Upper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a task that is a function, in executors that are real JVMs. */
class FunctionRuntimeTest {
  @TempDir private Path home;
  private FunctionBench bench;

  @BeforeEach
  void open() throws IOException {
    home = home.toRealPath();
    bench = new FunctionBench(home);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void theResultIsAFileOfTheOutput() {
    assertThat(bench.returned(Upper.class, "größer")).isEqualTo("GRÖSSER");
  }

  @Test
  void noResultLeavesNothing() {
    var begun = bench.start(Nothing.class, "x");
    assertThat(begun.await().succeeded()).isTrue();
    assertThat(begun.output().getParent()).doesNotExist();
  }

  @Test
  void oneExecutorServesAJobAndIsWarm() {
    assertThat(bench.returned(Counts.class, "")).isEqualTo("1");
    assertThat(bench.returned(Counts.class, "")).isEqualTo("2");
    assertThat(bench.runtime.executors()).isEqualTo(1);
  }

  @Test
  void anotherJobHasAnExecutorOfItsOwn() {
    assertThat(bench.returned(Counts.class, "")).isEqualTo("1");
    assertThat(bench.job(18).returned(Counts.class, "")).isEqualTo("1");
    assertThat(bench.runtime.executors()).isEqualTo(2);
  }

  @Test
  void whatItThrowsIsWhyItFailed() {
    var result = bench.run(Thrower.class, "abc");
    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.detail())
        .startsWith("java.io.IOException: no 3\n    at dev.muster.process.functions.Thrower.call")
        .contains("Caused by: java.lang.IllegalStateException: deep down")
        .doesNotContain("Invocation");
  }

  @Test
  void aClassThatIsNotThereIsNamedWithWhereItWasSought() {
    var result = bench.start("com.example.Absent", "x").await();
    assertThat(result.outcome()).isEqualTo(Outcome.UNSTARTABLE);
    assertThat(result.detail())
        .startsWith("no class com.example.Absent in ")
        .contains(FunctionJar.NAME);
  }

  @Test
  void aClassThatIsNoFunctionIsRefused() {
    assertThat(bench.run(NoFunctionAtAll.class, "x"))
        .extracting(RunResult::outcome, RunResult::detail)
        .containsExactly(
            Outcome.UNSTARTABLE,
            NoFunctionAtAll.class.getName()
                + " implements neither dev.muster.executor.TaskFunction nor"
                + " java.util.function.Function");
  }

  @Test
  void whatItPrintsIsInTheLogOfItsExecutor() {
    assertThat(bench.returned(Says.class, "hear, hear")).isEqualTo("job-17 node-7");
    var log = bench.directory().root().resolve("executors/node-7-0/stdout");
    assertThat(FunctionBench.read(log)).isEqualTo("hear, hear\n");
  }

  @Test
  void anExitTakesTheExecutorAndTheNextCallFindsAnother() {
    bench.warm();
    var result = bench.run(Exits.class, "x");
    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.detail())
        .isEqualTo("its executor ended with exit code 3: good-bye, cruel world");
    bench.warm();
  }

  @Test
  void allCallsOfAnExecutorThatIsKilledHearOfIt() {
    var one = bench.start(Sleeps.class, home.resolve("one").toString());
    var two = bench.start(Sleeps.class, home.resolve("two").toString());
    long pid = bench.pidIn(home.resolve("one"));
    assertThat(bench.pidIn(home.resolve("two"))).isEqualTo(pid);
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    for (var begun : new FunctionBench.Begun[] {one, two}) {
      assertThat(begun.await().exitCode()).isEqualTo(137);
      assertThat(begun.await().detail()).startsWith("its executor was killed by signal 9 (KILL)");
    }
    bench.warm();
  }

  @Test
  void aCallThatListensEndsAloneWhenAsked() throws IOException {
    bench.warm();
    var file = home.resolve("there");
    var call = bench.start(Sleeps.class, file.toString());
    long pid = bench.pidIn(file);
    bench.runtime.kill(call.run(), false);
    assertThat(call.await().exitCode()).isEqualTo(143);
    assertThat(Files.readString(file)).isEqualTo("interrupted");
    assertThat(ProcessHandle.of(pid).orElseThrow().isAlive()).isTrue();
  }

  @Test
  void aCallThatDoesNotListenIsEndedWithItsExecutorAndItsNeighboursAreNotBlamed() {
    var bystander = bench.start(Sleeps.class, home.resolve("bystander").toString());
    var endless = bench.start(Spins.class, home.resolve("endless").toString());
    bench.pidIn(home.resolve("bystander"));
    long pid = bench.pidIn(home.resolve("endless"));
    bench.runtime.kill(endless.run(), false);
    bench.runtime.kill(endless.run(), true);
    assertThat(endless.await().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(endless.await().exitCode()).isEqualTo(137);
    assertThat(bystander.await().outcome()).isEqualTo(Outcome.LOST);
    assertThat(bystander.await().detail()).contains("Spins did not end when told to");
    await().until(() -> ProcessHandle.of(pid).isEmpty());
    bench.warm();
  }

  @Test
  void aCallThatWaitsForItsExecutorCanBeCalledOff() {
    var call = bench.start(Upper.class, "x");
    bench.runtime.kill(call.run(), true);
    var result = call.await();
    assertThat(result.succeeded() || result.exitCode() == 143).isTrue();
    bench.warm();
  }

  @Test
  void whoWantsMoreMemoryThanThereIsHasRunOutOfIt() {
    bench.needs(new Resources(Runtime.getRuntime().availableProcessors() * 1_000L, 32L << 20));
    assertThat(bench.run(Hoards.class, "x").outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
    bench.warm();
  }

  @Test
  void memoryBesideTheHeapIsLimitedToo() {
    try (var groups = Cgroups.open()) {
      assumeTrue(groups.confine(), "no control groups can be made here");
    }
    bench.needs(new Resources(Runtime.getRuntime().availableProcessors() * 1_000L, 32L << 20));
    var result = bench.run(Swells.class, "x");
    assertThat(result.outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
    assertThat(result.detail()).startsWith("its executor was killed by signal 9 (KILL)");
    bench.warm();
  }

  @Test
  void whatCannotBeOpenedLeavesNothingOpenAndIsTriedAgain() throws IOException {
    var obstacle = Files.createDirectory(home.resolve("cell")).resolve("executors");
    Files.writeString(obstacle, "a file in the way");
    var result = bench.run(Upper.class, "x");
    assertThat(result.outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(result.detail()).startsWith("cannot have executors: ");
    await()
        .atMost(FunctionBench.PATIENCE)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("reaper-node-7")));
    Files.delete(obstacle);
    bench.warm();
  }

  @Test
  void filesThatAreMissingAreNamed() throws IOException {
    Files.delete(home.resolve(FunctionJar.NAME));
    var result = bench.run(Upper.class, "x");
    assertThat(result.outcome()).isEqualTo(Outcome.UNSTARTABLE);
    assertThat(result.detail()).contains("cannot read `functions.jar` of `files`");
  }

  @Test
  void tenThousandCallsHaveTenThousandResultsAndEachItsOwn() {
    int count = 10_000;
    var calls = IntStream.range(0, count).mapToObj(_ -> bench.start(Counts.class, "")).toList();
    var seen = new HashSet<String>();
    for (var call : calls) {
      assertThat(call.await().succeeded()).isTrue();
      assertThat(seen.add(FunctionBench.read(call.output()))).isTrue();
    }
    assertThat(seen).hasSize(count).contains("1", "10000");
  }
}
