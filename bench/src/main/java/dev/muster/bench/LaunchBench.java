package dev.muster.bench;

import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.process.linux.Glibc;
import dev.muster.process.linux.PosixSpawn;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * What Muster adds to starting a process: {@code true}, many times, as a job on the embedded cell,
 * and in two bare loops with as many threads as the cell runs tasks at once, one of {@link
 * ProcessBuilder} and one of {@code posix_spawn}, which is the least that a process can cost.
 *
 * <p>All take turns in one run, so that a noisy machine is noisy for all; only the ratios mean
 * anything. The cell does all that it does for any job: admission, sampling, late binding, private
 * directories, control groups, logs on disk.
 */
public final class LaunchBench {

  /**
   * @param ratio the cell's rate over that of the {@link ProcessBuilder} loop
   * @param spawnPerSecond of the {@code posix_spawn} loop; zero where there is no such call
   * @param spawnRatio the cell's rate over that
   */
  public record LaunchResult(
      double tasksPerSecond,
      double rawPerSecond,
      double ratio,
      double spawnPerSecond,
      double spawnRatio,
      int tasks,
      int rounds,
      int threads) {

    /** As people read it. */
    public List<String> lines() {
      return List.of(
          String.format(
              Locale.ROOT,
              "%,.0f tasks/s as a job; bare loops: %,.0f by the JDK (ratio %.2f),"
                  + " %,.0f by posix_spawn (ratio %.2f); %,d tasks, %d at once",
              tasksPerSecond,
              rawPerSecond,
              ratio,
              spawnPerSecond,
              spawnRatio,
              (long) tasks * rounds,
              threads));
    }
  }

  private static final List<String> COMMAND = List.of("true");
  private static final String PROGRAM = "/bin/true";
  private static final long MEMORY_BYTES = 1L << 20;

  /**
   * A cell lives longer than its compiler takes; with fewer than this, that is what is measured.
   */
  private static final int WARM_UP_TASKS = 2_000;

  private final int threads;

  private LaunchBench(int threads) {
    this.threads = threads;
  }

  /** Starts so many processes per round and side. */
  public static LaunchResult run(int tasks, int rounds, int threads)
      throws IOException, InterruptedException {
    var bench = new LaunchBench(threads);
    try (var home = BenchHome.create();
        var cell = bench.cell(home.path())) {
      bench.cellNs(cell, WARM_UP_TASKS);
      bench.loopNs(WARM_UP_TASKS, LaunchBench::startByJdk);
      bench.spawnNs(WARM_UP_TASKS, home.path());
      long cellNs = 0;
      long rawNs = 0;
      long spawnNs = 0;
      for (int round = 0; round < rounds; round++) {
        cellNs += bench.cellNs(cell, tasks);
        rawNs += bench.loopNs(tasks, LaunchBench::startByJdk);
        spawnNs += bench.spawnNs(tasks, home.path());
      }
      return bench.result(tasks, rounds, cellNs, rawNs, spawnNs);
    }
  }

  private LaunchResult result(int tasks, int rounds, long cellNs, long rawNs, long spawnNs) {
    double total = tasks * rounds * 1e9;
    return new LaunchResult(
        total / cellNs,
        total / rawNs,
        (double) rawNs / cellNs,
        spawnNs == 0 ? 0 : total / spawnNs,
        (double) spawnNs / cellNs,
        tasks,
        rounds,
        threads);
  }

  private EmbeddedCell cell(Path home) throws IOException, InterruptedException {
    var room = new Resources(1_000L * threads, MEMORY_BYTES * threads);
    return EmbeddedCell.start(
        new EmbeddedCell.EmbeddedOptions(1, room, home, OptionalLong.empty()));
  }

  private long cellNs(EmbeddedCell cell, int tasks) throws InterruptedException {
    var stage = StageSpec.of("true", tasks, new Resources(1_000, MEMORY_BYTES), COMMAND);
    long startNs = System.nanoTime();
    var end = cell.submit(JobSpec.of("launch", stage), _ -> {}).await();
    long tookNs = System.nanoTime() - startNs;
    if (!(end instanceof ClientEvent.JobEnded ended)
        || ended.report().state() != JobState.SUCCEEDED) {
      throw new IllegalStateException("the job did not succeed: " + end);
    }
    return tookNs;
  }

  /** One bare start of the command and the wait for its end. */
  private interface Bare {
    int run() throws IOException, InterruptedException;
  }

  private long spawnNs(int tasks, Path home) throws InterruptedException {
    if (!Glibc.isHere()) {
      return 0;
    }
    var nowhere = Path.of("/dev/null");
    var start = new SpawnRequest(PROGRAM, COMMAND, System.getenv(), home, nowhere, nowhere);
    return loopNs(tasks, () -> PosixSpawn.run(start));
  }

  private static int startByJdk() throws IOException, InterruptedException {
    return new ProcessBuilder(COMMAND)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private long loopNs(int tasks, Bare bare) throws InterruptedException {
    var left = new AtomicInteger(tasks);
    long startNs = System.nanoTime();
    try (var pool = Executors.newFixedThreadPool(threads)) {
      var loops =
          IntStream.range(0, threads)
              .<Future<?>>mapToObj(_ -> pool.submit(() -> loop(left, bare)))
              .toList();
      for (var loop : loops) {
        loop.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a bare loop failed", e.getCause());
    }
    return System.nanoTime() - startNs;
  }

  private static int loop(AtomicInteger left, Bare bare) throws IOException, InterruptedException {
    int failed = 0;
    while (left.getAndDecrement() > 0) {
      failed += bare.run();
    }
    return failed;
  }
}
