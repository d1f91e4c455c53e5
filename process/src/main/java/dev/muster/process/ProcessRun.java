package dev.muster.process;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.files.fetch.InputsMissing;
import dev.muster.files.fetch.Localizer;
import dev.muster.files.fetch.Localizer.Localization;
import dev.muster.host.IoErrors;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.process.cgroup.Cgroup;
import dev.muster.process.directory.AttemptDirectory;
import dev.muster.process.directory.DiskQuota;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.directory.LogTrimmer;
import dev.muster.process.journal.JournalEntry;
import dev.muster.process.journal.RunRecord;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.Signals;
import dev.muster.process.spawn.Child;
import dev.muster.process.supervise.Supervisor;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * One attempt, from its directories to its result, on the threads that call {@link #begin} and, for
 * all but the shortest, {@link #finish}; or from where an earlier epoch of the node left it, on the
 * one that calls {@link #resume}. Its states are those of {@link ProcessRunState}.
 */
final class ProcessRun implements Supervisor.SupervisedRun {
  /** How long the process of a run that is given up may take to die. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

  private final Launch launch;
  private final Work work;
  private final JobDirectory job;
  private final AttemptDirectory attempt;
  private final RunContext context;
  private final ProcessStart start;
  private final RunControl control;
  private final LogTrimmer logs;
  private final DiskQuota output;
  private AttemptDirectory.Traces traces = AttemptDirectory.Traces.UNKNOWN;

  ProcessRun(Launch launch, JobDirectory job, RunContext context) {
    this.launch = launch;
    this.work = launch.work();
    this.job = job;
    this.attempt = job.attempt(work);
    this.context = context;
    this.start = new ProcessStart(launch, job, attempt, context);
    this.control = new RunControl(launch, context.durable().journal());
    var limits = context.options().limits();
    this.logs = new LogTrimmer(attempt.logs(), limits.logBytes(), context.holePunch());
    this.output = new DiskQuota(attempt.directories(), limits.outputBytes());
  }

  @Override
  public String mark() {
    return attempt.mark();
  }

  Work work() {
    return work;
  }

  @Override
  public JobDirectory job() {
    return job;
  }

  boolean mustLocalize() {
    var spec = work.spec();
    boolean inputsElsewhere =
        !context.localizer().equals(Localizer.IN_PLACE) && !spec.after().isEmpty();
    return inputsElsewhere || !context.localizer().absent(spec).isEmpty();
  }

  Optional<RunResult> localize() {
    control.become(ProcessRunState.LOCALIZING);
    return concluded(
        () -> {
          job.create();
          var files = context.localizer().localize(work, launch.demand().tier());
          control.files(files);
          try {
            files.await();
          } catch (CancellationException endRequested) {
            return Optional.of(neverStarted());
          } catch (InputsMissing missing) {
            return Optional.of(RunResult.inputMissing(IoErrors.reason(missing), missing.lost()));
          } catch (IOException refused) {
            throw ProcessStart.StartFailure.of(ProcessStart.NO_FILES, refused);
          }
          return Optional.empty();
        });
  }

  RunResult refuse() {
    return concluded(() -> Optional.of(neverStarted())).orElseThrow();
  }

  /**
   * Starts the process, on a thread of the launcher's, and waits a moment for its end. The result
   * if that is known by then; else {@link #finish} waits for it.
   */
  Optional<RunResult> begin() {
    control.become(ProcessRunState.STARTING);
    return concluded(
        () -> {
          if (control.isEndRequested()) {
            return Optional.of(neverStarted());
          }
          start.prepare(control.files());
          return control.isEndRequested()
              ? Optional.of(neverStarted())
              : beginIn(start.takeGroup());
        });
  }

  private Optional<RunResult> beginIn(Cgroup group)
      throws ProcessStart.StartFailure, IOException, InterruptedException {
    Child child;
    try {
      child = start.start(group);
    } catch (ProcessStart.StartFailure | RuntimeException | Error refused) {
      group.finish();
      throw refused;
    }
    control.running(group, child);
    context.durable().journal().add(new JournalEntry.RunStarted(launch.run(), child.id()));
    control.recordPromotion();
    var ended =
        control.isAtFullPace() ? context.shortWait().over(child) : Optional.<ExitStatus>empty();
    if (ended.isPresent()) {
      return Optional.of(conclude(ended.get()));
    }
    group.leave();
    if (!control.isAtFullPace()) {
      control.applyPace(); // only now, since its starter would have been slow as well
    }
    return Optional.empty();
  }

  /** Waits for the end, on any thread; to be called once, if {@link #begin} had no result. */
  RunResult finish() {
    return concluded(() -> Optional.of(conclude(control.live().child().await()))).orElseThrow();
  }

  RunResult resume(RunRecord record) {
    if (record.process().isPresent()) {
      control.become(ProcessRunState.ADOPTING);
    }
    return concluded(
            () -> Optional.of(record.end().isPresent() ? record.end().get() : adopt(record)))
        .orElseThrow();
  }

  private RunResult adopt(RunRecord record) throws IOException, InterruptedException {
    var group = context.groups().find(record.group());
    var found = record.isOfThisBoot() ? find(record) : Optional.<Child>empty();
    if (found.isEmpty()) {
      group.finish();
      return RunResult.lost("its node died, and nobody knows whether it ran");
    }
    if (mustLocalize()) {
      control.files(
          context
              .localizer()
              .localize(work, launch.demand().tier())); // nobody may take its files from it
    }
    if (record.endRequested()) {
      control.end(false);
    }
    control.running(group, found.get());
    control.applyPace(); // it may be frozen, or have less than is its due now
    var result = conclude(found.get().await());
    return record.endRequested() && result.outcome() == Outcome.FAILED
        ? RunResult.lost("its node died while it was being ended").withUsage(result.usage())
        : result;
  }

  private Optional<Child> find(RunRecord record) {
    var process = record.process();
    try {
      return process.isEmpty()
          ? Optional.empty()
          : Optional.of(context.launcher().adopt(process.get(), context.durable().exitLookup()));
    } catch (IOException unwatched) {
      return Optional.empty();
    }
  }

  private interface RunStep {
    Optional<RunResult> take() throws ProcessStart.StartFailure, IOException, InterruptedException;
  }

  /** A run with a result releases its files. */
  private Optional<RunResult> concluded(RunStep step) {
    boolean over = true;
    try {
      var result = attempted(step);
      over = result.isPresent();
      return result;
    } finally {
      if (over) {
        control.files(Localization.NOTHING);
      }
    }
  }

  private static Optional<RunResult> attempted(RunStep step) {
    try {
      return step.take();
    } catch (ProcessStart.StartFailure reason) {
      return Optional.of(reason.result());
    } catch (IOException refused) {
      var why = "cannot keep what it wrote: " + IoErrors.reason(refused);
      boolean blameless = IoErrors.isOfTheMachine(refused);
      return Optional.of(blameless ? RunResult.lost(why) : RunResult.failed(0, why));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  RunResult giveUp(Throwable mistake) {
    if (!control.state().hasProcess()) {
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
    if (control.state() == ProcessRunState.RUNNING) {
      control.end(true);
      var live = control.exited();
      live.child().await(KILL_LIMIT);
      live.group().finish();
    }
  }

  private RunResult conclude(ExitStatus exit) throws IOException, InterruptedException {
    var used = control.exited().group().finish();
    var usage = used.with(exit.usage());
    if (!exit.isKnown() && !used.outOfMemory()) {
      return RunResult.lost("its node died, and its exit status is not known").withUsage(usage);
    }
    traces = AttemptDirectory.Traces.of(attempt);
    var result =
        new ExitReport(attempt, traces, logs, work.spec().resources(), context.options().limits())
            .of(exit.exitCode(), used, control.excess(), control.isEndRequested());
    return excused(result).withUsage(usage);
  }

  /** A task that kept its own limits and failed on a full disk may do well on another node. */
  private RunResult excused(RunResult result) {
    boolean failed = result.outcome() == Outcome.FAILED && !control.isEndRequested();
    var problem = failed ? context.disk().look(attempt.work()) : "";
    return problem.isEmpty() ? result : RunResult.lost(problem + "\n" + result.detail());
  }

  private static RunResult neverStarted() {
    return RunResult.failed(Signals.BASE + Signals.TERM, "ended before it started");
  }

  void leave(RunResult result) {
    control.become(ProcessRunState.CONCLUDED);
    if (result.succeeded() && attempt.isPlain(work.spec())) {
      if (!context.groups().confine() && traces.quiet()) {
        context.pool().offer(attempt);
      } else if (traces.none()) {
        context.pool().pass(attempt);
      }
    }
  }

  /** What a watched run has used so far; empty for others. */
  Optional<Measured> measure() {
    return launch.demand().watched()
        ? control.usage().map(usage -> new Measured(launch.run(), usage))
        : Optional.empty();
  }

  @Override
  public boolean exceedsLogLimit() {
    return control.exceeds(!logs.keep(), Outcome.LOG_LIMIT);
  }

  @Override
  public boolean exceedsOutputLimit() {
    return control.exceeds(output.isOver(), Outcome.OUTPUT_LIMIT);
  }

  @Override
  public void end(boolean force) {
    control.end(force);
  }

  @Override
  public void pace(Pace pace) {
    control.pace(pace);
  }
}
