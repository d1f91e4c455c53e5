package dev.muster.host.run;

import static java.util.Objects.requireNonNull;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.host.Refusal;
import dev.muster.host.file.Supplies;
import dev.muster.host.file.Supply;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.journal.Memory;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its directories to its result, on the threads that call {@link #begin} and, for
 * all but the shortest, {@link #finish}; or from where an earlier life of this process left it, on
 * the one that calls {@link #resume}. Two others look in: the {@link Warden} through {@link #end}
 * and {@link #pace} only, the {@link Inspector} through {@link #floods} and {@link #fillsTheDisk}.
 */
final class Run {

  /** How long one that is given up has to be dead. */
  private static final Duration BURIAL_LIMIT = Duration.ofSeconds(5);

  private final Launch launch;
  private final Work work;
  private final JobDirectory job;
  private final Attempt attempt;
  private final Means means;
  private final Beginning beginning;
  private Group group = Group.NONE;
  private @Nullable Child child;
  private Traces traces = Traces.UNKNOWN;
  private final LogKeeper logs;
  private final OutputKeeper output;
  private Pace pace;
  private Optional<Outcome> excess = Optional.empty();
  private Supply supply = Supply.NOTHING;
  private boolean hasRun;
  private boolean toldToEnd;
  private boolean forced;

  Run(Launch launch, JobDirectory job, Means means) {
    this.launch = launch;
    this.work = launch.work();
    this.pace = launch.pace();
    this.job = job;
    this.attempt = job.attempt(work);
    this.means = means;
    this.beginning = new Beginning(launch, job, attempt, means);
    var terms = means.terms();
    this.logs = new LogKeeper(attempt.logs(), terms.logBytes(), means.holes());
    this.output = new OutputKeeper(attempt.directories(), terms.outputBytes());
  }

  String mark() {
    return attempt.mark();
  }

  Work work() {
    return work;
  }

  JobDirectory job() {
    return job;
  }

  /** Whether something has to come here before it can begin. */
  boolean mustGather() {
    var spec = work.spec();
    boolean inputsElsewhere =
        !means.supplies().equals(Supplies.IN_PLACE) && !spec.after().isEmpty();
    return inputsElsewhere || !means.supplies().absent(spec).isEmpty();
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
            throw new CannotStart(Beginning.NO_FILES, refused);
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
          beginning.prepare(supply());
          return toldToEnd() ? Optional.of(neverStarted()) : beginIn(beginning.take());
        });
  }

  private Optional<RunResult> beginIn(Group taken)
      throws CannotStart, IOException, InterruptedException {
    Child started;
    try {
      started = beginning.start(taken);
    } catch (CannotStart | RuntimeException | Error refused) {
      taken.finish();
      throw refused;
    }
    begun(taken, started);
    means.past().journal().started(launch.run(), started.birth());
    rememberPromotion();
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
      group.pace(child, pace);
    }
  }

  /** Waits for its end, on any thread; to be called once, if it has begun without a result. */
  RunResult finish() {
    return concluded(() -> Optional.of(conclude(requireNonNull(child).await()))).orElseThrow();
  }

  /** Goes on with what is known of it. */
  RunResult resume(Memory memory) {
    hasRun(memory.process().isPresent());
    var takeover = new Takeover(this, memory, means);
    return memory
        .end()
        .orElseGet(() -> concluded(() -> Optional.of(takeover.result())).orElseThrow());
  }

  /** What it was given to begin with stays: nobody may take that from it. */
  void keepSupply() {
    if (mustGather()) {
      supply(means.supplies().bring(work));
    }
  }

  private interface Step {
    Optional<RunResult> take() throws CannotStart, IOException, InterruptedException;
  }

  private Optional<RunResult> concluded(Step step) {
    boolean over = true;
    try {
      var result = attempted(step);
      over = result.isPresent();
      return result;
    } finally {
      if (over) {
        supply(Supply.NOTHING);
      }
    }
  }

  /** Ends what a mistake of ours has left alone, and says what can be said of it. */
  RunResult giveUp(Throwable mistake) {
    if (!hasRun()) {
      return RunResult.notStarted(mistake.toString());
    }
    try {
      abandon();
    } catch (RuntimeException | InterruptedException again) {
      mistake.addSuppressed(again);
    }
    return RunResult.failed(-1, "the node failed to look after it: " + mistake);
  }

  private void abandon() throws InterruptedException {
    Group place;
    Child left;
    synchronized (this) {
      place = group;
      left = child;
      if (left != null) {
        end(true);
      }
      begun(Group.NONE, null);
    }
    if (left != null) {
      left.await(BURIAL_LIMIT);
      place.finish();
    }
  }

  private synchronized boolean hasRun() {
    return hasRun;
  }

  private synchronized void hasRun(boolean known) {
    hasRun |= known;
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

  /** What came of it, now that its process has ended. */
  RunResult conclude(Ended ended) throws IOException {
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

  /** Which the journal has not heard if it was told before the run began. */
  private synchronized void rememberPromotion() {
    if (isPromoted()) {
      means.past().journal().promoted(launch.run());
    }
  }

  /** Nobody else that began slow is ever at full pace. */
  private synchronized boolean isPromoted() {
    return pace == Pace.FULL && launch.pace() != Pace.FULL;
  }

  /** From now on it can be ended there; at once if that was said while it began. */
  private synchronized void begun(Group place, @Nullable Child started) {
    group = place;
    child = started;
    hasRun(started != null);
    if (started != null && toldToEnd) {
      end(forced);
    }
  }

  /** As {@link #begun}, with a process that may stand still, or have less than is its due now. */
  synchronized void goesOn(Group place, Child found) {
    begun(place, found);
    if (!toldToEnd) {
      group.pace(found, pace);
    }
  }

  /** Sets how much of the computer it may have; one that has been told to end needs all it gets. */
  synchronized void pace(Pace wanted) {
    boolean changed = pace != wanted;
    pace = wanted;
    if (changed) {
      rememberPromotion();
    }
    if (changed && child != null && !toldToEnd) {
      group.pace(child, pace);
    }
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

  /** Whether it writes more to its logs than can be kept short, and has to be ended for that. */
  boolean floods() {
    return exceeds(!logs.keep(), Outcome.LOG_LIMIT);
  }

  /** Whether it has more in its directories than it may, and has to be ended for that. */
  boolean fillsTheDisk() {
    return exceeds(output.isOver(), Outcome.OUTPUT_LIMIT);
  }

  private synchronized boolean exceeds(boolean over, Outcome limit) {
    if (over) {
      excess = Optional.of(limit);
    }
    return over;
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
}
