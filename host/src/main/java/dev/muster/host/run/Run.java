package dev.muster.host.run;

import static java.util.Objects.requireNonNull;

import dev.muster.core.loop.Launch;
import dev.muster.core.loop.Pace;
import dev.muster.core.loop.Work;
import dev.muster.host.Refusal;
import dev.muster.host.file.Supplies;
import dev.muster.host.file.Supply;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.journal.Memory;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import dev.muster.host.run.spawn.IoPriority;
import dev.muster.host.run.spawn.Start;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its directories to its result, on the threads that call {@link #begin} and, for
 * all but the shortest, {@link #finish}; or from where an earlier life of this process left it, on
 * the one that calls {@link #resume}. The {@link Warden} looks in from its own thread, through
 * {@link #end}, {@link #pace} and {@link #exceeds} only.
 */
final class Run {

  private static final String NO_FILES = "its files are not there";

  private final Launch launch;
  private final Work work;
  private final JobDirectory job;
  private final Attempt attempt;
  private final Means means;
  private Group group = Group.NONE;
  private @Nullable Child child;
  private Traces traces = Traces.UNKNOWN;
  private final LogKeeper logs;
  private final OutputKeeper output;
  private Pace pace;
  private Optional<Outcome> excess = Optional.empty();
  private Supply supply = Supply.NOTHING;
  private boolean toldToEnd;
  private boolean forced;

  Run(Launch launch, JobDirectory job, Means means) {
    this.launch = launch;
    this.work = launch.work();
    this.pace = launch.pace();
    this.job = job;
    this.attempt = job.attempt(work);
    this.means = means;
    var terms = means.terms();
    this.logs = new LogKeeper(attempt.logs(), terms.logBytes(), means.holes());
    this.output = new OutputKeeper(attempt.directories(), terms.outputBytes());
  }

  String mark() {
    return attempt.mark();
  }

  JobDirectory job() {
    return job;
  }

  /** Whether something has to come here before it can begin. */
  boolean mustGather() {
    var spec = work.spec();
    boolean inputsElsewhere =
        !means.supplies().equals(Supplies.IN_PLACE) && !spec.after().isEmpty();
    return inputsElsewhere || !spec.contents().isEmpty();
  }

  /** Waits for that; a result if it cannot be had. */
  Optional<RunResult> gather() {
    return concluded(
        () -> {
          var files = means.supplies().bring(work);
          supply(files);
          try {
            files.await();
          } catch (CancellationException toldToEnd) {
            return Optional.of(neverStarted());
          } catch (IOException refused) {
            throw new CannotStart(NO_FILES, refused);
          }
          return Optional.empty();
        });
  }

  /** Gives it up because the machine is closing. */
  RunResult refuse() {
    supply(Supply.NOTHING);
    return neverStarted();
  }

  /**
   * Starts it, on a thread of the launcher's, and stays with it for a moment. Its result if that is
   * known by then; else {@link #finish} waits for it.
   */
  Optional<RunResult> begin() {
    return concluded(
        () -> {
          if (toldToEnd()) {
            return Optional.of(neverStarted());
          }
          prepare();
          return toldToEnd() ? Optional.of(neverStarted()) : beginIn(take());
        });
  }

  private Optional<RunResult> beginIn(Group taken)
      throws CannotStart, IOException, InterruptedException {
    Child started;
    try {
      started = start(taken);
    } catch (CannotStart | RuntimeException | Error refused) {
      taken.finish();
      throw refused;
    }
    var ended = atFullPace() ? means.vigil().over(started) : Optional.<Ended>empty();
    if (ended.isPresent()) {
      return Optional.of(conclude(ended.get()));
    }
    taken.leave();
    slowDown();
    return Optional.empty();
  }

  private synchronized boolean atFullPace() {
    return pace == Pace.FULL;
  }

  /** Only now, since its starter would have been slow as well. */
  private synchronized void slowDown() {
    if (pace != Pace.FULL && child != null && !toldToEnd) {
      apply(child);
    }
  }

  /** Waits for its end, on any thread; to be called once, if it has begun without a result. */
  RunResult finish() {
    return concluded(() -> Optional.of(conclude(requireNonNull(child).await()))).orElseThrow();
  }

  /** Goes on with what is known of it. */
  RunResult resume(Memory memory) {
    return memory
        .end()
        .orElseGet(() -> concluded(() -> Optional.of(takeOver(memory))).orElseThrow());
  }

  private RunResult takeOver(Memory memory) throws IOException, InterruptedException {
    var place = means.groups().find(memory.group());
    var found = memory.isOfThisBoot() ? find(memory) : Optional.<Child>empty();
    if (found.isEmpty()) {
      place.finish();
      return RunResult.lost("its node died, and nobody knows whether it ran");
    }
    if (mustGather()) {
      supply(means.supplies().bring(work)); // it has them; nobody may take them from it
    }
    if (memory.toldToEnd()) {
      end(false);
    }
    begun(place, found.get());
    var result = conclude(found.get().await());
    return memory.toldToEnd() && result.outcome() == Outcome.FAILED
        ? RunResult.lost("its node died while it was being ended").withUsage(result.usage())
        : result;
  }

  private Optional<Child> find(Memory memory) {
    var birth = memory.process();
    try {
      return birth.isEmpty()
          ? Optional.empty()
          : Optional.of(means.launcher().adopt(birth.get(), means.past().obituaries()));
    } catch (IOException unwatched) {
      return Optional.empty();
    }
  }

  private interface Step {
    Optional<RunResult> take() throws CannotStart, IOException, InterruptedException;
  }

  private Optional<RunResult> concluded(Step step) {
    var result = attempted(step);
    if (result.isPresent()) {
      supply(Supply.NOTHING);
    }
    return result;
  }

  private static Optional<RunResult> attempted(Step step) {
    try {
      return step.take();
    } catch (CannotStart reason) {
      return Optional.of(RunResult.notStarted(reason.why()));
    } catch (IOException refused) {
      var why = "cannot keep what it wrote: " + Refusal.reason(refused);
      return Optional.of(RunResult.failed(0, why));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private RunResult conclude(Ended ended) throws IOException {
    var taken = group;
    // The group is another run's from here on, so an order that comes late must not reach it.
    begun(Group.NONE, null);
    var spent = taken.finish();
    var usage = spent.with(ended.usage());
    if (!ended.isKnown() && !spent.outOfMemory()) {
      return RunResult.lost("its node died, and nobody heard how it ended").withUsage(usage);
    }
    traces = Traces.of(attempt);
    return new Verdict(attempt, traces, work.spec().resources(), means.terms())
        .of(ended.exitCode(), spent, excess(), toldToEnd())
        .withUsage(usage);
  }

  private Group take() throws CannotStart {
    try {
      return means.groups().take(work.spec().resources());
    } catch (IOException refused) {
      throw new CannotStart("cannot limit the task", refused);
    }
  }

  private void prepare() throws CannotStart {
    try {
      attempt.create(job, work.spec(), means.spares());
      if (means.account().isPresent()) {
        means.account().get().own(attempt.directories());
      }
    } catch (IOException refused) {
      throw new CannotStart("cannot make the task's directories", refused);
    }
    if (work.spec().contents().isEmpty()) {
      new WorkFiles(home(), attempt.work()).link(work.spec().files());
    }
    try {
      supply().link(attempt.work());
    } catch (IOException refused) {
      throw new CannotStart(NO_FILES, refused);
    }
  }

  private synchronized Supply supply() {
    return supply;
  }

  /** What it needs from now on; at once no more if it was told to end. */
  private synchronized void supply(Supply files) {
    supply.close();
    supply = files;
    if (toldToEnd) {
      supply.close();
    }
  }

  private Child start(Group place) throws CannotStart {
    var words = work.spec().command();
    var variables = new LinkedHashMap<String, String>();
    means.environment().fill(variables, work, attempt);
    var command = new Command(words, directory(), variables, means.programs());
    var start =
        new Start(
            command.program(), words, variables, directory(), attempt.stdout(), attempt.stderr());
    remember(place);
    try {
      var started = means.launcher().start(asUser(start), place);
      means.past().journal().started(launch.run(), started.birth());
      begun(place, started);
      return started;
    } catch (IOException refused) {
      throw command.explain(refused);
    }
  }

  private Start asUser(Start start) {
    return means.account().map(account -> account.adapt(start)).orElse(start);
  }

  /** Nothing starts that a later life of this process would not find. */
  private void remember(Group place) throws CannotStart {
    try {
      means.past().journal().begun(launch, place.ticket());
    } catch (IOException refused) {
      throw new CannotStart("the node cannot write its journal", refused);
    }
  }

  /** From now on it can be ended there; at once if that was said while it began. */
  private synchronized void begun(Group place, @Nullable Child started) {
    group = place;
    child = started;
    if (started != null && toldToEnd) {
      end(forced);
    }
  }

  /** Sets how much of the computer it may have; one that has been told to end needs all it gets. */
  synchronized void pace(Pace wanted) {
    boolean changed = pace != wanted;
    pace = wanted;
    if (changed && child != null && !toldToEnd) {
      apply(child);
    }
  }

  private void apply(Child to) {
    boolean asGroup = group.pace(pace);
    to.freeze(pace == Pace.FROZEN && !asGroup);
    IoPriority.set(to.birth().pid(), group.processes(), pace == Pace.LOW);
  }

  private static RunResult neverStarted() {
    return RunResult.failed(Signals.BASE + Signals.TERM, "told to end before it started");
  }

  /** To be called when it is no longer among the runs under way. */
  void leave(RunResult result) {
    if (result.succeeded() && attempt.isPlain(work.spec())) {
      if (!means.groups().confine() && traces.quiet()) {
        means.spares().offer(attempt);
      } else if (traces.none()) {
        means.spares().pass(attempt);
      }
    }
  }

  /** Whether it has had more than its terms allow, and has to be ended for that. */
  boolean exceeds() {
    if (!logs.keep()) {
      excess(Outcome.LOG_LIMIT);
      return true;
    }
    if (output.isOver()) {
      excess(Outcome.OUTPUT_LIMIT);
      return true;
    }
    return false;
  }

  private synchronized void excess(Outcome of) {
    excess = Optional.of(of);
  }

  private synchronized Optional<Outcome> excess() {
    return excess;
  }

  /** From now on its end is not its own doing. */
  synchronized void end(boolean force) {
    if (!toldToEnd) {
      means.past().journal().told(launch.run());
    }
    toldToEnd = true;
    forced |= force;
    if (child == null) {
      supply.close();
    } else {
      child.end(force);
      group.end(force);
    }
  }

  private synchronized boolean toldToEnd() {
    return toldToEnd;
  }

  private Path directory() {
    var directory = work.spec().directory();
    return directory.isEmpty() ? attempt.work() : home().resolve(directory);
  }

  private Path home() {
    return Path.of(work.home()).toAbsolutePath();
  }
}
