package dev.muster.host.run;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
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
import java.util.Optional;
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
    this(node, home, Terms.STANDARD, Supplies.IN_PLACE);
  }

  /**
   * @param supplies brings files from other computers; closed with the machine
   * @throws IllegalArgumentException if tasks cannot run as the user of these terms
   */
  public ProcessMachine(String node, Path home, Terms terms, Supplies supplies) {
    this(node, home, checked(terms, home), supplies, Past.NONE);
  }

  /**
   * One whose runs outlive its process.
   *
   * @param state a directory of this node's own, in which it finds what it ran in its earlier lives
   */
  public ProcessMachine(String node, Path home, Terms terms, Supplies supplies, Path state) {
    this(node, home, checked(terms, home), supplies, Past.open(state));
  }

  private ProcessMachine(String node, Path home, Terms terms, Supplies supplies, Past past) {
    this(
        node,
        home,
        terms,
        Groups.open(terms.processes(), past.tickets()),
        supplies,
        past,
        Holes.OF_THE_KERNEL);
  }

  ProcessMachine(
      String node,
      Path home,
      Terms terms,
      Groups groups,
      Supplies supplies,
      Past past,
      Holes holes) {
    this.home = home;
    var ours = System.getenv();
    var account = account(terms, home);
    this.means =
        new Means(
            new Environment(node, account.map(user -> user.environment(ours)).orElse(ours)),
            account,
            launcher(node, past),
            groups,
            new Spares(),
            new Programs(),
            new Vigil(),
            supplies,
            past,
            holes,
            terms);
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

  /** Before any group is made or journal opened, which nobody would close. */
  private static Terms checked(Terms terms, Path home) {
    account(terms, home);
    return terms;
  }

  private static Optional<Account> account(Terms terms, Path home) {
    if (terms.user().isEmpty()) {
      return Optional.empty();
    }
    var account = Account.of(terms.user());
    account.mustReach(home.toAbsolutePath());
    return Optional.of(account);
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
      if (run.mustGather()) {
        threads.execute(() -> gather(id, run, ended));
      } else {
        means.launcher().execute(() -> begin(id, run, ended));
      }
    } catch (RejectedExecutionException | IllegalArgumentException refused) {
      runs.remove(id);
      ended.accept(RunResult.notStarted(String.valueOf(refused.getMessage())));
    }
  }

  /** Counts the processes that this node has had, this one included. */
  public int life() {
    return means.past().journal().life();
  }

  /** What runs now; of earlier lives that is all of which no end is known. */
  public List<Work> underWay() {
    return runs.entrySet().stream()
        .filter(each -> !hasEnded(each.getKey()))
        .map(each -> each.getValue().work())
        .toList();
  }

  private boolean hasEnded(long id) {
    var recalled = kept.get(id);
    return recalled != null && recalled.memory().end().isPresent();
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
    threads.execute(() -> conclude(id, run, () -> run.resume(recalled.memory()), ended));
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
  public void pace(long id, Pace pace) {
    var run = runs.get(id);
    if (run != null) {
      warden.order(run, pace);
    }
  }

  @Override
  public void close() {
    endAll();
    means.launcher().stop(CLOSE_LIMIT);
    endAll(); // those that began while the others were told
    threads.shutdown();
    Patience.join(threads, CLOSE_LIMIT);
    warden.close();
    if (closed.compareAndSet(false, true)) {
      means.supplies().close();
      means.launcher().close();
      means.groups().close();
      means.past().close();
    }
  }

  private void endAll() {
    runs.values().forEach(run -> warden.order(run, true));
  }

  /** Waits for its files on a thread that costs little; starters are few. */
  private void gather(long id, Run run, Consumer<RunResult> ended) {
    resultOf(run, run::gather)
        .ifPresentOrElse(result -> end(id, run, result, ended), () -> enlist(id, run, ended));
  }

  private void enlist(long id, Run run, Consumer<RunResult> ended) {
    try {
      means.launcher().execute(() -> begin(id, run, ended));
    } catch (RejectedExecutionException closing) {
      end(id, run, run.refuse(), ended);
    }
  }

  private void begin(long id, Run run, Consumer<RunResult> ended) {
    resultOf(run, run::begin)
        .ifPresentOrElse(
            result -> end(id, run, result, ended),
            () -> threads.execute(() -> conclude(id, run, run::finish, ended)));
  }

  private void conclude(long id, Run run, Supplier<RunResult> way, Consumer<RunResult> ended) {
    resultOf(run, () -> Optional.of(way.get())).ifPresent(result -> end(id, run, result, ended));
  }

  private void end(long id, Run run, RunResult result, Consumer<RunResult> ended) {
    means.past().journal().ended(id, result);
    runs.remove(id);
    ended.accept(result);
    run.leave(result);
  }

  /** Whatever happens, a run has a result: somebody waits for it. */
  private static Optional<RunResult> resultOf(Run run, Supplier<Optional<RunResult>> step) {
    try {
      return step.get();
    } catch (RuntimeException | Error broken) {
      return Optional.of(run.giveUp(broken));
    }
  }
}
