package dev.muster.bench;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.files.fetch.Localizer;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.process.FunctionRuntime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What a function costs on a warm executor: calls as a node makes them, from {@code launch} to
 * {@code ended}, one after the other and many at once; and tasks of a job on the embedded cell,
 * which adds all of the scheduling.
 *
 * <p>In a closed loop: whatever ends lets the next one begin.
 */
public final class FunctionsBench {

  /**
   * @param medianUs from launch to end, with one call under way
   * @param callsPerSecond with as many under way as were asked for
   * @param keptPerSecond the same with results that are kept as files
   * @param tasksPerSecond of a job whose tasks are calls without result
   */
  public record FunctionsResult(
      double medianUs,
      double p99Us,
      double callsPerSecond,
      double busyMedianUs,
      double busyP99Us,
      double keptPerSecond,
      double tasksPerSecond,
      int calls,
      int outstanding) {

    /** As people read it. */
    public List<String> lines() {
      return List.of(
          String.format(
              Locale.ROOT, "one at a time: median %,.0f µs, p99 %,.0f µs", medianUs, p99Us),
          String.format(
              Locale.ROOT,
              "%d at once: %,.0f calls/s, median %,.0f µs, p99 %,.0f µs",
              outstanding,
              callsPerSecond,
              busyMedianUs,
              busyP99Us),
          String.format(
              Locale.ROOT,
              "with results kept: %,.0f calls/s; as tasks of a job: %,.0f tasks/s",
              keptPerSecond,
              tasksPerSecond));
    }
  }

  private record CallLoop(double perSecond, double medianUs, double p99Us) {}

  private static final Resources NEEDS = new Resources(1, 1L << 20);
  private static final long SLOWEST_NS = 60_000_000_000L;
  private static final int DIGITS = 3;
  private static final double MICRO_NS = 1e3;
  private static final int JOB = 1;
  private static final int WARM_UPS = 2;

  /** Of so many calls one is made with a result to keep: files are slow to make. */
  private static final int KEPT_PART = 10;

  private final int calls;
  private final int outstanding;
  private final AtomicLong runs = new AtomicLong();

  private FunctionsBench(int calls, int outstanding) {
    this.calls = calls;
    this.outstanding = outstanding;
  }

  public static FunctionsResult run(int calls, int outstanding)
      throws IOException, InterruptedException {
    var bench = new FunctionsBench(calls, outstanding);
    try (var home = BenchHome.create()) {
      return bench.run(home.path());
    }
  }

  private FunctionsResult run(Path home) throws IOException, InterruptedException {
    CallLoop alone;
    CallLoop busy;
    CallLoop kept;
    try (var machine = new FunctionRuntime("bench", home, Localizer.IN_PLACE)) {
      for (int i = 0; i < WARM_UPS; i++) {
        loop(machine, "", calls, outstanding);
      }
      alone = loop(machine, "", calls, 1);
      busy = loop(machine, "", calls, outstanding);
      kept = loop(machine, "result", Math.max(1, calls / KEPT_PART), outstanding);
    }
    return new FunctionsResult(
        alone.medianUs(),
        alone.p99Us(),
        busy.perSecond(),
        busy.medianUs(),
        busy.p99Us(),
        kept.perSecond(),
        tasksPerSecond(home),
        calls,
        outstanding);
  }

  private CallLoop loop(FunctionRuntime machine, String item, int count, int atOnce)
      throws InterruptedException {
    var times = new ConcurrentHistogram(SLOWEST_NS, DIGITS);
    var left = new AtomicInteger(count);
    var open = new AtomicInteger(count);
    var done = new CompletableFuture<Histogram>();
    long startNs = System.nanoTime();
    for (int i = 0; i < Math.min(atOnce, count); i++) {
      next(machine, item, left, result -> end(result, times, open, done));
    }
    try {
      done.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a call failed", failed.getCause());
    }
    double seconds = (System.nanoTime() - startNs) / 1e9;
    return new CallLoop(
        count / seconds,
        times.getValueAtPercentile(50) / MICRO_NS,
        times.getValueAtPercentile(99) / MICRO_NS);
  }

  private record EndedCall(RunResult result, long tookNs) {}

  private interface ExitListener {
    void ended(EndedCall ended);
  }

  private void next(
      FunctionRuntime machine, String item, AtomicInteger left, ExitListener listener) {
    if (left.getAndDecrement() <= 0) {
      return;
    }
    long run = runs.incrementAndGet();
    var work = new Work(JOB, Own.home().toString(), 0, stage(1), (int) run, item, 1);
    long startNs = System.nanoTime();
    machine.launch(
        new Launch(run, 0, Demand.of(NEEDS), work),
        result -> {
          listener.ended(new EndedCall(result, System.nanoTime() - startNs));
          next(machine, item, left, listener);
        });
  }

  private static void end(
      EndedCall ended, Histogram times, AtomicInteger open, CompletableFuture<Histogram> done) {
    if (!ended.result().succeeded()) {
      done.completeExceptionally(new IllegalStateException(ended.result().toString()));
    }
    times.recordValue(Math.min(SLOWEST_NS, ended.tookNs()));
    if (open.decrementAndGet() == 0) {
      done.complete(times);
    }
  }

  private double tasksPerSecond(Path home) throws IOException, InterruptedException {
    var room = new Resources(outstanding * NEEDS.cpuMillis(), outstanding * NEEDS.memoryBytes());
    var options = new EmbeddedCell.EmbeddedOptions(1, room, home, OptionalLong.empty());
    try (var cell = EmbeddedCell.start(options)) {
      jobNs(cell);
      return calls * 1e9 / jobNs(cell);
    }
  }

  private long jobNs(EmbeddedCell cell) throws InterruptedException {
    long startNs = System.nanoTime();
    var job = JobSpec.of("functions", stage(calls)).withHome(Own.home().toString());
    var end = cell.submit(job, _ -> {}).await();
    long tookNs = System.nanoTime() - startNs;
    if (!(end instanceof ClientEvent.JobEnded ended)
        || ended.report().state() != JobState.SUCCEEDED) {
      throw new IllegalStateException("the job did not succeed: " + end);
    }
    return tookNs;
  }

  /** Items are empty, so that nothing is to be kept. */
  private static StageSpec stage(int tasks) {
    return StageSpec.ofFunction(
        "echo", Collections.nCopies(tasks, ""), NEEDS, Echo.class.getName(), List.of(Own.file()));
  }

  /** Where this program lies: a jar, or a directory while it is being built. */
  private static final class Own {

    private static final Path PLACE =
        Path.of(
            URI.create(Echo.class.getProtectionDomain().getCodeSource().getLocation().toString()));

    static Path home() {
      return PLACE.resolveSibling(".").normalize();
    }

    static String file() {
      return PLACE.getFileName() + (Files.isDirectory(PLACE) ? "/" : "");
    }
  }
}
