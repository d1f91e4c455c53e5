package dev.muster.process;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.files.fetch.Localizer;
import dev.muster.host.TaskRuntime;
import dev.muster.host.Waits;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import dev.muster.process.cgroup.Cgroups;
import dev.muster.process.directory.DirectoryPool;
import dev.muster.process.directory.DiskCheck;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.directory.LogTrimmer;
import dev.muster.process.journal.JournalEntry;
import dev.muster.process.linux.MemoryPressure;
import dev.muster.process.spawn.Launcher;
import dev.muster.process.supervise.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** This computer: every run is a process, watched by a virtual thread of its own. */
public final class ProcessRuntime implements TaskRuntime {
  /** How many runs may be under way; the next ones do not start. */
  public static final int MAX_RUNS = 16_384;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final Path home;
  private final RunContext context;
  private final Map<Long, ProcessRun> runs = new ConcurrentHashMap<>();

  /** Of earlier epochs, until they are taken over. */
  private final Map<Long, Recovery.RecoveredProcess> recovered =
      Collections.synchronizedMap(new LinkedHashMap<>());

  private final MemoryPressure memory;
  private final ExecutorService threads;
  private final Supervisor supervisor;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** From now on runs end because the node does, which is no fault of their tasks. */
  private volatile boolean closing;

  /**
   * @param localizer brings files from other computers; closed with the runtime
   * @throws IllegalArgumentException if tasks cannot run as the user of these options
   */
  public ProcessRuntime(String node, Path home, RunOptions options, Localizer localizer) {
    this(node, home, checked(options, home), localizer, DurableState.NONE);
  }

  /**
   * One whose runs outlive its process.
   *
   * @param state a directory of this node's own, in which it finds what it ran in earlier epochs
   */
  public ProcessRuntime(
      String node, Path home, RunOptions options, Localizer localizer, Path state) {
    this(node, home, checked(options, home), localizer, DurableState.open(state));
  }

  private ProcessRuntime(
      String node, Path home, RunOptions options, Localizer localizer, DurableState durable) {
    this(
        node,
        home,
        options,
        Cgroups.open(options.limits().processes(), durable.tickets()),
        localizer,
        durable,
        LogTrimmer.HolePunch.OF_THE_KERNEL);
  }

  ProcessRuntime(
      String node,
      Path home,
      RunOptions options,
      Cgroups groups,
      Localizer localizer,
      DurableState durable,
      LogTrimmer.HolePunch holePunch) {
    this.home = home;
    var ours = System.getenv();
    var taskUser = taskUser(options, home);
    this.memory = new MemoryPressure(Path.of("/proc"), MemoryPressure.leastFreeBytes(ours));
    this.context =
        new RunContext(
            new Environment(node, taskUser.map(user -> user.environment(ours)).orElse(ours)),
            taskUser,
            launcher(node, durable),
            groups,
            new DirectoryPool(),
            new Command.ProgramCache(),
            new ProcessStart.ShortWait(),
            localizer,
            durable,
            holePunch,
            new DiskCheck(
                node,
                Stream.concat(Stream.of(home), durable.directories().stream()).toList(),
                DiskCheck.leastFreeBytes(ours),
                DiskCheck.FreeSpace.OF_THE_DISK),
            options);
    this.threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("run-" + node + "-", 0).factory());
    var running = Collections.unmodifiableCollection(runs.values());
    this.supervisor = new Supervisor(node, running, context.pool(), groups.confine());
    recall(Recovery.all(home, context));
    supervisor.start();
  }

  /** Before any group is made or journal opened, which nobody would close. */
  private static RunOptions checked(RunOptions options, Path home) {
    taskUser(options, home);
    return options;
  }

  private static Optional<TaskUser> taskUser(RunOptions options, Path home) {
    if (options.user().isEmpty()) {
      return Optional.empty();
    }
    var taskUser = TaskUser.of(options.user());
    taskUser.mustReach(home.toAbsolutePath());
    return Optional.of(taskUser);
  }

  /** All are known before the supervisor sweeps, so that it takes none for an orphan. */
  private void recall(Map<Long, Recovery.RecoveredProcess> recalled) {
    recovered.putAll(recalled);
    recalled.forEach((id, each) -> runs.put(id, each.run()));
    recalled.values().forEach(each -> supervisor.expect(each.run().job()));
  }

  private static Launcher launcher(String node, DurableState durable) {
    try {
      return Launcher.open(node, durable.exitLog());
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
      var run = new ProcessRun(launch, job, context);
      runs.put(id, run);
      supervisor.expect(job);
      if (run.mustLocalize()) {
        threads.execute(() -> localize(id, run, ended));
      } else {
        context.launcher().execute(() -> begin(id, run, ended));
      }
    } catch (RejectedExecutionException full) {
      runs.remove(id);
      ended.accept(RunResult.notStarted(String.valueOf(full.getMessage())));
    } catch (IllegalArgumentException mistake) {
      ended.accept(RunResult.unstartable(String.valueOf(mistake.getMessage())));
    }
  }

  /** Counts the processes that this node has had, this one included. */
  public int epoch() {
    return context.durable().journal().epoch();
  }

  public List<Work> underWay() {
    return runs.entrySet().stream()
        .filter(each -> !hasEnded(each.getKey()))
        .map(each -> each.getValue().work())
        .toList();
  }

  private boolean hasEnded(long id) {
    var recalled = recovered.get(id);
    return recalled != null && recalled.record().end().isPresent();
  }

  @Override
  public List<RecoveredRun> recovered() {
    return recovered.values().stream()
        .map(Recovery.RecoveredProcess::record)
        .map(record -> new RecoveredRun(record.launch(), record.ageNs()))
        .toList();
  }

  @Override
  public void adopt(long id, Consumer<RunResult> ended) {
    var recalled = recovered.remove(id);
    if (recalled == null) {
      throw new IllegalArgumentException("nothing is kept of run " + id);
    }
    var run = recalled.run();
    threads.execute(() -> conclude(id, run, () -> run.resume(recalled.record()), ended));
  }

  @Override
  public void forget(long id) {
    context.durable().journal().add(new JournalEntry.RunForgotten(id));
  }

  @Override
  public void fetch(Work work, Tier tier) {
    context.localizer().localizeAhead(work, tier);
  }

  /** Counters are files, so they are read on another thread. */
  @Override
  public void measure(Consumer<List<Measured>> answer) {
    try {
      threads.execute(
          () ->
              answer.accept(
                  runs.values().stream()
                      .map(ProcessRun::measure)
                      .flatMap(Optional::stream)
                      .toList()));
    } catch (RejectedExecutionException closing) {
      answer.accept(List.of());
    }
  }

  @Override
  public String problem() {
    return context.disk().look();
  }

  @Override
  public long shortMemoryBytes() {
    return memory.shortBytes();
  }

  @Override
  public List<Long> cachedFiles() {
    return context.localizer().cachedFiles();
  }

  @Override
  public void kill(long id, boolean force) {
    var run = runs.get(id);
    if (run != null) {
      supervisor.end(run, force);
    }
  }

  @Override
  public void pace(long id, Pace pace) {
    var run = runs.get(id);
    if (run != null) {
      supervisor.pace(run, pace);
    }
  }

  @Override
  public void close() {
    closing = true;
    endAll();
    context.launcher().stop(CLOSE_LIMIT);
    endAll(); // those that began while the others were ended
    threads.shutdown();
    Waits.join(threads, CLOSE_LIMIT);
    supervisor.close();
    if (closed.compareAndSet(false, true)) {
      context.localizer().close();
      context.launcher().close();
      context.groups().close();
      context.durable().close();
    }
  }

  private void endAll() {
    runs.values().forEach(run -> supervisor.end(run, true));
  }

  /** Files are awaited on a virtual thread: starters are few. */
  private void localize(long id, ProcessRun run, Consumer<RunResult> ended) {
    resultOf(run, run::localize)
        .ifPresentOrElse(result -> end(id, run, result, ended), () -> enlist(id, run, ended));
  }

  private void enlist(long id, ProcessRun run, Consumer<RunResult> ended) {
    try {
      context.launcher().execute(() -> begin(id, run, ended));
    } catch (RejectedExecutionException closing) {
      end(id, run, run.refuse(), ended);
    }
  }

  private void begin(long id, ProcessRun run, Consumer<RunResult> ended) {
    resultOf(run, run::begin)
        .ifPresentOrElse(
            result -> end(id, run, result, ended),
            () -> threads.execute(() -> conclude(id, run, run::finish, ended)));
  }

  private void conclude(
      long id, ProcessRun run, Supplier<RunResult> way, Consumer<RunResult> ended) {
    resultOf(run, () -> Optional.of(way.get())).ifPresent(result -> end(id, run, result, ended));
  }

  private void end(long id, ProcessRun run, RunResult result, Consumer<RunResult> ended) {
    boolean isOwnDoing = result.succeeded() || !closing;
    var counted = isOwnDoing ? result : RunResult.lost("the node ended, and its tasks with it");
    context.durable().journal().add(new JournalEntry.RunEnded(id, counted));
    runs.remove(id);
    ended.accept(counted);
    run.leave(counted);
  }

  /** Every run has a result, also after an error of the node. */
  private static Optional<RunResult> resultOf(ProcessRun run, Supplier<Optional<RunResult>> step) {
    try {
      return step.get();
    } catch (RuntimeException | Error broken) {
      return Optional.of(run.giveUp(broken));
    }
  }
}
