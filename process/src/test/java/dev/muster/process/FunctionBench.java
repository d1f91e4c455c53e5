package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.process.RunOptions.AttemptLimits;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.executor.PoolLimits;
import dev.muster.process.functions.Upper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A machine for functions on a bench, with the functions of these tests in a jar. */
final class FunctionBench implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Small enough for some dozen of them at once. */
  static final Resources NEEDS = new Resources(100, 8L << 20);

  final Path home;
  final FunctionRuntime runtime;
  private final AtomicLong runs = new AtomicLong();
  private Resources needs = NEEDS;
  private long job = 17;
  private Tier tier = Tier.GUARANTEED;

  FunctionBench(Path home) throws IOException {
    this(home, PoolLimits.STANDARD, AttemptLimits.STANDARD.logBytes());
  }

  FunctionBench(Path home, PoolLimits limits, long logLimitBytes) throws IOException {
    this.home = home;
    this.runtime =
        new FunctionRuntime(
            "node-7", home.resolve("cell"), Localizer.IN_PLACE, limits, logLimitBytes);
    FunctionJar.in(home);
  }

  FunctionBench job(long number) {
    job = number;
    return this;
  }

  FunctionBench needs(Resources resources) {
    needs = resources;
    return this;
  }

  FunctionBench tier(Tier other) {
    tier = other;
    return this;
  }

  /** A call under way. */
  record Begun(long run, Path output, CompletableFuture<RunResult> result) {
    RunResult await() {
      return result.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
  }

  Begun start(Class<?> function, String item) {
    return start(function.getName(), item);
  }

  Begun start(String function, String item) {
    long run = runs.incrementAndGet();
    var stage =
        StageSpec.ofFunction("stage", List.of(), needs, function, List.of(FunctionJar.NAME));
    var work = new Work(job, home.toString(), 0, stage, (int) run, item, 1);
    var result = new CompletableFuture<RunResult>();
    var demand = Demand.of(needs).with(tier).withUser("ann", 1).withJob(job, 0);
    runtime.launch(
        new Launch(run, 0, demand, work),
        done -> {
          if (!result.complete(done)) {
            throw new AssertionError("a second result: " + done);
          }
        });
    return new Begun(run, directory().output("stage", (int) run).resolve("result"), result);
  }

  RunResult run(Class<?> function, String item) {
    return start(function, item).await();
  }

  /** What a call returned that succeeded. */
  String returned(Class<?> function, String item) {
    var begun = start(function, item);
    assertThat(begun.await().detail()).isEmpty();
    return read(begun.output());
  }

  /** That one is warm for what comes next. */
  FunctionBench warm() {
    assertThat(returned(Upper.class, "warm")).isEqualTo("WARM");
    return this;
  }

  JobDirectory directory() {
    return JobDirectory.of(home.resolve("cell"), job);
  }

  /** The number of the process that says so in this file. */
  long pidIn(Path file) {
    await().atMost(PATIENCE).until(() -> Files.exists(file) && Files.size(file) > 0);
    return Long.parseLong(read(file));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  @Override
  public void close() {
    runtime.close();
    assertThat(runtime.executors()).isZero();
    assertThat(ProcessHandle.current().descendants().filter(FunctionBench::isExecutor)).isEmpty();
  }

  private static boolean isExecutor(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("dev.muster.executor.ExecutorMain");
  }
}
