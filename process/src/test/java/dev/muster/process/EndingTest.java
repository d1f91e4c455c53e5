package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.files.fetch.Localizer;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.process.cgroup.Cgroups;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that do not end by themselves, and what they leave behind. */
@ParameterizedClass(name = "in groups: {0}")
@ValueSource(booleans = {true, false})
class EndingTest {
  @Parameter private boolean confined;
  @TempDir private Path home;
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(home, RunOptions.STANDARD, confined ? Cgroups.open() : Cgroups.PLAIN);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void aPoliteWordEndsMostTasksAndTheirChildren() {
    var result = bench.shell("sleep 100 & echo up; wait").start(0, 1);
    bench.hasSaid(0, "up");
    bench.runtime.kill(0, false);
    assertThat(result.join()).isEqualTo(RunResult.failed(143, "killed by signal 15 (TERM)"));
    bench.nothingIsLeftSoon();
  }

  @Test
  void aTaskToldToEndHasNotEndedWellWhateverItSays() {
    var result = bench.shell("trap 'exit 0' TERM; echo up; sleep 100 & wait").start(0, 1);
    bench.hasSaid(0, "up");
    bench.runtime.kill(0, false);
    assertThat(result.join()).isEqualTo(RunResult.failed(0, ""));
    assertThat(bench.directory.output(Bench.STAGE, 0)).doesNotExist();
  }

  @Test
  void oneThatDoesNotListenIsEndedByForce() {
    var result = bench.shell("trap '' TERM; echo up; while :; do sleep 1; done").start(0, 1);
    bench.hasSaid(0, "up");
    bench.runtime.kill(0, false);
    await().during(Duration.ofMillis(300)).until(() -> !result.isDone());
    bench.runtime.kill(0, true);
    assertThat(result.join()).isEqualTo(RunResult.failed(137, "killed by signal 9 (KILL)"));
    bench.nothingIsLeftSoon();
  }

  @Test
  void forceFindsThoseThatLeftTheirFamily() {
    var result = bench.shell("(setsid sleep 100 &) ; echo up; sleep 100").start(0, 1);
    bench.hasSaid(0, "up");
    bench.runtime.kill(0, true);
    result.join();
    bench.nothingIsLeftSoon();
  }

  @Test
  void closingFindsThoseThatOutlivedTheirTask() {
    assertThat(bench.shell("(setsid sleep 100 &) ; exit 0").run().succeeded()).isTrue();
    bench.runtime.close();
    assertThat(bench.left()).isEmpty();
  }

  @Test
  void thoseThatOutlivedTheirTaskAreEndedAfterAWhile() {
    bench.shell("(setsid sleep 100 &) ; exit 0").run();
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(bench.left()).isEmpty());
  }

  @Test
  void theTasksOfAnotherNodeAreLeftAlone() {
    var result = bench.shell("echo up; sleep 100").start(0, 1);
    bench.hasSaid(0, "up");
    var other =
        new ProcessRuntime("node-8", home.resolve("cell"), RunOptions.STANDARD, Localizer.IN_PLACE);
    var done = new CompletableFuture<RunResult>();
    other.launch(bench.launch(1, 1), done::complete);
    other.close();
    assertThat(done.join().outcome()).isEqualTo(Outcome.LOST);
    assertThat(result).isNotDone();
  }

  @Test
  void closingEndsWhatRuns() {
    bench.shell("trap '' TERM; exec sleep 100");
    var results = IntStream.range(0, 5).mapToObj(index -> bench.start(index, 1)).toList();
    await().until(() -> bench.left().size() >= 5);
    bench.runtime.close();
    assertThat(results)
        .allSatisfy(each -> assertThat(each.join().outcome()).isEqualTo(Outcome.LOST));
    assertThat(bench.left()).isEmpty();
  }

  @Test
  void whatIsToldToEndBeforeItStartsDoesNot() {
    bench.shell("echo up; sleep 100");
    var results =
        IntStream.range(0, 50)
            .mapToObj(
                index -> {
                  var result = bench.start(index, 1);
                  bench.runtime.kill(index, true);
                  return result;
                })
            .toList();
    assertThat(results).allSatisfy(each -> assertThat(each.join().exitCode()).isIn(137, 143));
    bench.nothingIsLeftSoon();
  }

  @Test
  void manyShortTasksAtOnceLeaveNothing() {
    bench.command("true");
    var results = IntStream.range(0, 200).mapToObj(index -> bench.start(index, 1)).toList();
    assertThat(results).allSatisfy(each -> assertThat(each.join().succeeded()).isTrue());
    assertThat(bench.left()).isEmpty();
    bench.runtime.close();
    assertThat(threads()).noneMatch(name -> name.equals("warden-" + Bench.NODE));
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
  }
}
