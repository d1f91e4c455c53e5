package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.model.Outcome;
import dev.muster.model.Tier;
import dev.muster.process.RunOptions.AttemptLimits;
import dev.muster.process.executor.PoolLimits;
import dev.muster.process.functions.Counts;
import dev.muster.process.functions.Exits;
import dev.muster.process.functions.Floods;
import dev.muster.process.functions.Sleeps;
import dev.muster.process.functions.Upper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long executors are kept, and how many. */
class WarmthTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration MOMENT = Duration.ofMillis(100);

  @TempDir private Path home;

  private FunctionBench bench(int executors, Duration idle, long logLimitBytes) throws IOException {
    var limits = new PoolLimits(executors, idle, LONG, MOMENT);
    return new FunctionBench(home.toRealPath(), limits, logLimitBytes);
  }

  @Test
  void anExecutorThatNobodyCallsGoes() throws IOException {
    try (var bench = bench(4, MOMENT, AttemptLimits.STANDARD.logBytes())) {
      bench.warm();
      await().atMost(LONG).until(() -> bench.runtime.executors() == 0);
      assertThat(bench.returned(Counts.class, "")).isEqualTo("1");
    }
  }

  @Test
  void theOneThatWasIdleForLongestMakesRoom() throws IOException {
    try (var bench = bench(2, LONG, AttemptLimits.STANDARD.logBytes())) {
      assertThat(bench.job(1).returned(Counts.class, "")).isEqualTo("1");
      assertThat(bench.job(2).returned(Counts.class, "")).isEqualTo("1");
      assertThat(bench.job(1).returned(Counts.class, "")).isEqualTo("2");
      assertThat(bench.job(3).returned(Counts.class, "")).isEqualTo("1");
      assertThat(bench.job(1).returned(Counts.class, "")).isEqualTo("3");
      assertThat(bench.job(2).returned(Counts.class, "")).isEqualTo("1");
      assertThat(bench.runtime.executors()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void whereAllAreBusyTheNextOneWaits() throws IOException {
    try (var bench = bench(1, LONG, AttemptLimits.STANDARD.logBytes())) {
      var file = home.toRealPath().resolve("busy");
      var busy = bench.job(1).start(Sleeps.class, file.toString());
      bench.pidIn(file);
      var next = bench.job(2).start(Upper.class, "x");
      await().during(Duration.ofMillis(500)).atMost(LONG).until(() -> !next.result().isDone());
      bench.runtime.kill(busy.run(), false);
      assertThat(next.await().succeeded()).isTrue();
    }
  }

  @Test
  void tiersDoNotShareAnExecutor() throws IOException {
    try (var bench = bench(4, LONG, AttemptLimits.STANDARD.logBytes())) {
      assertThat(bench.returned(Counts.class, "")).isEqualTo("1");
      assertThat(bench.tier(Tier.OPPORTUNISTIC).returned(Counts.class, "")).isEqualTo("1");
    }
  }

  @Test
  void whoeverFloodsTheLogIsEnded() throws IOException {
    try (var bench = bench(4, LONG, 1 << 20)) {
      var result = bench.run(Floods.class, "x");
      assertThat(result.outcome()).isEqualTo(Outcome.LOG_LIMIT);
      assertThat(result.detail()).contains("wrote more to its log than it may");
    }
  }

  @Test
  void crashAfterCrashEachCallHasItsAnswer() throws IOException {
    try (var bench = bench(4, LONG, AttemptLimits.STANDARD.logBytes())) {
      var calls = IntStream.range(0, 4).mapToObj(_ -> bench.run(Exits.class, "x")).toList();
      assertThat(calls).allMatch(result -> result.exitCode() == 3);
      bench.warm();
    }
  }

  @Test
  void closingEndsWhatRuns() throws IOException {
    FunctionBench.Begun call;
    try (var bench = bench(4, LONG, AttemptLimits.STANDARD.logBytes())) {
      var file = home.toRealPath().resolve("there");
      call = bench.start(Sleeps.class, file.toString());
      bench.pidIn(file);
    }
    assertThat(call.result()).isDone();
    assertThat(call.await().detail()).contains("the node stops");
  }
}
