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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

  /** Of earlier lives, until they are taken over. */
  private final Map<Long, Recall.Recalled> kept =
      Collections.synchronizedMap(new LinkedHashMap<>());

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
    this(node, home, LOG_LIMIT_BYTES, Groups.open(), supplies, Past.NONE);
  }

  /**
   * One whose runs outlive its process.
   *
   * @param state a directory of this node's own, in which it finds what it ran in its earlier lives
   */
  public ProcessMachine(String node, Path home, Supplies supplies, Path state) {
    this(node, home, supplies, Past.open(state));
  }

  private ProcessMachine(String node, Path home, Supplies supplies, Past past) {
    this(node, home, LOG_LIMIT_BYTES, Groups.open(past.tickets()), supplies, past);
  }

  ProcessMachine(
      String node, Path home, long logLimitBytes, Groups groups, Supplies supplies, Past past) {
    this.home = home;
    this.means =
        new Means(
            new Environment(node, System.getenv()),
            launcher(node, past),
            groups,
            new Spares(),
            supplies,
            past,
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
    recall(new Recall(home, means).all());
    warden.start();
  }

  /** All are known before the warden looks around, so that it takes none for left behind. */
  private void recall(Map<Long, Recall.Recalled> recalled) {
    kept.putAll(recalled);
    recalled.forEach((id, each) -> runs.put(id, each.run()));
    recalled.values().forEach(each -> warden.expect(each.run().job()));
  }

  private static Launcher launcher(String node, Past past) {
    try {
      return Launcher.open(node, past.register());
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
      var run = new Run(launch, job, means);
      runs.put(id, run);
      warden.expect(job);
      threads.execute(() -> watch(id, run, run::execute, ended));
    } catch (RejectedExecutionException | IllegalArgumentException refused) {
      runs.remove(id);
      ended.accept(RunResult.notStarted(String.valueOf(refused.getMessage())));
    }
  }

  /** Counts the processes that this node has had, this one included. */
  public int life() {
    return means.past().journal().life();
  }

  @Override
  public List<Kept> kept() {
    return kept.values().stream()
        .map(Recall.Recalled::memory)
        .map(memory -> new Kept(memory.launch(), memory.ageNs()))
        .toList();
  }

  @Override
  public void adopt(long id, Consumer<RunResult> ended) {
    var recalled = kept.remove(id);
    if (recalled == null) {
      throw new IllegalArgumentException("nothing is kept of run " + id);
    }
    var run = recalled.run();
    threads.execute(() -> watch(id, run, () -> run.resume(recalled.memory()), ended));
  }

  @Override
  public void forget(long id) {
    means.past().journal().forgotten(id);
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
      means.past().close();
    }
  }

  private void watch(long id, Run run, Supplier<RunResult> way, Consumer<RunResult> ended) {
    var result = result(way);
    means.past().journal().ended(id, result);
    runs.remove(id);
    ended.accept(result);
    run.leave(result);
  }

  /** Whatever happens, a run has a result: somebody waits for it. */
  private static RunResult result(Supplier<RunResult> way) {
    try {
      return way.get();
    } catch (RuntimeException | Error broken) {
      return RunResult.notStarted(broken.toString());
    }
  }
}
