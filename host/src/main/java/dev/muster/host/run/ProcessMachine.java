package dev.muster.host.run;

import dev.muster.core.loop.Launch;
import dev.muster.core.loop.Work;
import dev.muster.host.Machine;
import dev.muster.host.Patience;
import dev.muster.host.file.Supplies;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.spawn.Launcher;
import dev.muster.model.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** This computer: every run is a process, watched by a virtual thread of its own. */
public final class ProcessMachine implements Machine {

  /** How many runs may be under way; the next ones do not start. */
  public static final int MAX_RUNS = 16_384;

  /** How much a task may write to either stream. */
  public static final long LOG_LIMIT_BYTES = 64L << 20;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final Path home;
  private final Means means;
  private final Map<Long, Run> runs = new ConcurrentHashMap<>();
  private final ExecutorService threads;
  private final Warden warden;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param node what tasks find in {@code MUSTER_NODE}
   * @param home where the directories of jobs lie
   */
  public ProcessMachine(String node, Path home) {
    this(node, home, Supplies.IN_PLACE);
  }

  /**
   * @param supplies brings files from other computers; closed with the machine
   */
  public ProcessMachine(String node, Path home, Supplies supplies) {
    this(node, home, LOG_LIMIT_BYTES, Groups.open(), supplies);
  }

  ProcessMachine(String node, Path home, long logLimitBytes, Groups groups, Supplies supplies) {
    this.home = home;
    this.means =
        new Means(
            new Environment(node, System.getenv()),
            launcher(node),
            groups,
            new Spares(),
            supplies,
            logLimitBytes);
    this.threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("run-" + node + "-", 0).factory());
    var running = Collections.unmodifiableCollection(runs.values());
    this.warden =
        new Warden(
            node,
            running,
            groups.confine() ? Leftovers.NONE : new Sweeps(node, running, means.spares()));
    warden.start();
  }

  private static Launcher launcher(String node) {
    try {
      return Launcher.open(node);
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot start processes", refused);
    }
  }

  @Override
  public void launch(Launch launch, Consumer<RunResult> ended) {
    long id = launch.run();
    var work = launch.work();
    try {
      if (runs.size() >= MAX_RUNS) {
        throw new RejectedExecutionException("the node is at its limit of " + MAX_RUNS + " runs");
      }
      var job = JobDirectory.of(home, work.job());
      var run = new Run(work, job, means);
      runs.put(id, run);
      warden.expect(job);
      threads.execute(() -> watch(id, run, ended));
    } catch (RejectedExecutionException | IllegalArgumentException refused) {
      runs.remove(id);
      ended.accept(RunResult.notStarted(String.valueOf(refused.getMessage())));
    }
  }

  @Override
  public void fetch(Work work) {
    means.supplies().bringAhead(work);
  }

  @Override
  public void kill(long id, boolean force) {
    var run = runs.get(id);
    if (run != null) {
      warden.order(run, force);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    runs.values().forEach(run -> warden.order(run, true));
    Patience.join(threads, CLOSE_LIMIT);
    warden.close();
    if (closed.compareAndSet(false, true)) {
      means.supplies().close();
      means.launcher().close();
      means.groups().close();
    }
  }

  private void watch(long id, Run run, Consumer<RunResult> ended) {
    var result = execute(run);
    runs.remove(id);
    ended.accept(result);
    run.leave(result);
  }

  /** Whatever happens, a run has a result: somebody waits for it. */
  private static RunResult execute(Run run) {
    try {
      return run.execute();
    } catch (RuntimeException | Error broken) {
      return RunResult.notStarted(broken.toString());
    }
  }
}
