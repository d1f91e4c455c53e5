package dev.muster.process;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.IoErrors;
import dev.muster.host.TaskRuntime;
import dev.muster.host.Waits;
import dev.muster.model.RunResult;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.executor.ExecutorPool;
import dev.muster.process.executor.PoolLimits;
import dev.muster.process.spawn.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * This computer, for tasks that are functions: every run is a call of an executor that is warm, or
 * will be. Nothing is opened before the first one.
 */
public final class FunctionRuntime implements TaskRuntime {
  /** How many calls may be under way or wait for an executor; the next ones do not start. */
  public static final int MAX_CALLS = 16_384;

  private static final int WRITERS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
  private static final String STOPS = "the node stops";

  private record Opened(ExecutorPool pool, Launcher launcher, Cgroups groups) {}

  private final String node;
  private final Path home;
  private final PoolLimits limits;
  private final ExecutorDirectories directories;
  private final Map<Long, FunctionRun> runs = new ConcurrentHashMap<>();

  /** Threads that may wait for the disk: to open, and to keep results. */
  private final ExecutorService writers;

  private volatile @Nullable Opened opened;
  private boolean closed;

  /** The localizer is closed by its maker. */
  public FunctionRuntime(String node, Path home, Localizer localizer) {
    this(node, home, localizer, PoolLimits.STANDARD, RunOptions.AttemptLimits.STANDARD.logBytes());
  }

  FunctionRuntime(
      String node, Path home, Localizer localizer, PoolLimits limits, long logLimitBytes) {
    this.node = node;
    this.home = home;
    this.limits = limits;
    this.directories =
        new ExecutorDirectories(
            home, node, new Environment(node, System.getenv()), localizer, logLimitBytes);
    this.writers =
        Executors.newFixedThreadPool(
            WRITERS,
            Thread.ofPlatform().name("function-writer-" + node + "-", 0).daemon().factory());
  }

  /** Opens the socket for executors that others start. */
  public Path open() throws IOException {
    return opened().pool().socket();
  }

  int executors() {
    var all = opened;
    return all == null ? 0 : all.pool().size();
  }

  /** Never blocks: while all is being opened, calls wait on another thread. */
  @Override
  public void launch(Launch launch, Consumer<RunResult> ended) {
    if (runs.size() >= MAX_CALLS) {
      ended.accept(RunResult.notStarted("the node is at its limit of " + MAX_CALLS + " calls"));
      return;
    }
    var run = enter(launch, ended);
    var all = opened;
    if (all != null) {
      call(launch, run, all);
      return;
    }
    try {
      writers.execute(() -> openAndCall(launch, run));
    } catch (RejectedExecutionException closed) {
      run.refused(STOPS);
    }
  }

  private FunctionRun enter(Launch launch, Consumer<RunResult> ended) {
    long id = launch.run();
    var work = launch.work();
    var run =
        new FunctionRun(
            work,
            JobDirectory.of(home, work.job()),
            writers,
            result -> {
              if (runs.remove(id) != null) {
                ended.accept(result);
              }
            });
    runs.put(id, run);
    return run;
  }

  private void openAndCall(Launch launch, FunctionRun run) {
    try {
      call(launch, run, opened());
    } catch (IOException refused) {
      run.refused("cannot have executors: " + IoErrors.reason(refused));
    }
  }

  private void call(Launch launch, FunctionRun run, Opened all) {
    try {
      var spec = new JvmExecutorSpec(launch, directories);
      var function = launch.work().spec().program().function();
      run.begun(all.pool().call(spec, function, run.argument(), launch.pace(), run));
    } catch (RuntimeException broken) {
      run.notCalled("cannot call it: " + broken);
    }
  }

  @Override
  public void kill(long id, boolean force) {
    var run = runs.get(id);
    if (run != null) {
      run.end(force);
    }
  }

  @Override
  public void pace(long id, Pace pace) {
    var run = runs.get(id);
    if (run != null) {
      run.pace(pace);
    }
  }

  private Opened opened() throws IOException {
    var all = opened;
    return all != null ? all : openNow();
  }

  private synchronized Opened openNow() throws IOException {
    var all = opened;
    if (all == null) {
      if (closed) {
        throw new IOException(STOPS);
      }
      all = openWith(Launcher.open(node));
      opened = all;
    }
    return all;
  }

  private Opened openWith(Launcher launcher) throws IOException {
    var groups = Cgroups.PLAIN;
    try {
      groups = Cgroups.open();
      var pool = new ExecutorPool(node, socketDirectory(), limits, launcher, groups);
      return new Opened(pool, launcher, groups);
    } catch (IOException | RuntimeException | Error refused) {
      launcher.close();
      groups.close();
      throw refused;
    }
  }

  /** Several nodes, and several processes of a node, may share a home. */
  private Path socketDirectory() {
    return home.toAbsolutePath()
        .normalize()
        .resolve("executors")
        .resolve(node + "-" + ProcessHandle.current().pid());
  }

  @Override
  public void close() {
    var all = toClose();
    if (all != null) {
      all.pool().close();
    }
    writers.shutdown();
    Waits.join(writers, CLOSE_LIMIT);
    if (all != null) {
      all.launcher().close();
      all.groups().close();
    }
  }

  private synchronized @Nullable Opened toClose() {
    var all = closed ? null : opened;
    closed = true;
    return all;
  }
}
