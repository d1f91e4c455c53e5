package dev.muster.host.run;

import dev.muster.core.loop.Work;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.cgroup.Groups;
import dev.muster.host.run.cgroup.Spent;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import dev.muster.host.run.spawn.Launcher;
import dev.muster.host.run.spawn.Start;
import dev.muster.model.Outcome;
import dev.muster.model.Quantity;
import dev.muster.model.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its directories to its result, on the thread that calls {@link #execute}. The
 * {@link Warden} looks in from its own thread, through {@link #end} and {@link #floods} only.
 */
final class Run {

  /** What a machine has for all of its runs. */
  record Means(
      Environment environment,
      Launcher launcher,
      Groups groups,
      Spares spares,
      long logLimitBytes) {}

  private final Work work;
  private final JobDirectory job;
  private final Attempt attempt;
  private final Means means;
  private Group group = Group.NONE;
  private @Nullable Child child;
  private boolean toldToEnd;
  private boolean forced;

  Run(Work work, JobDirectory job, Means means) {
    this.work = work;
    this.job = job;
    this.attempt = job.attempt(work);
    this.means = means;
  }

  String mark() {
    return attempt.mark();
  }

  RunResult execute() {
    try {
      prepare();
      return toldToEnd() ? neverStarted() : executeIn(take());
    } catch (CannotStart reason) {
      return RunResult.notStarted(reason.why());
    } catch (IOException refused) {
      return RunResult.failed(0, "cannot keep what it wrote: " + CannotStart.reason(refused));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private RunResult executeIn(Group taken) throws CannotStart, IOException, InterruptedException {
    Ended ended;
    Spent spent = Spent.UNKNOWN;
    try {
      ended = start(taken).await();
    } finally {
      // The group is another run's from here on, so an order that comes late must not reach it.
      begun(Group.NONE, null);
      spent = taken.finish();
    }
    return result(ended.exitCode(), spent).withUsage(spent.with(ended.usage()));
  }

  private Group take() throws CannotStart {
    try {
      return means.groups().take(work.stageSpec().resources());
    } catch (IOException refused) {
      throw new CannotStart("cannot limit the task", refused);
    }
  }

  private void prepare() throws CannotStart {
    try {
      attempt.create(job, work.stageSpec(), means.spares());
    } catch (IOException refused) {
      throw new CannotStart("cannot make the task's directories", refused);
    }
    new WorkFiles(home(), attempt.work()).link(work.stageSpec().files());
  }

  private Child start(Group place) throws CannotStart {
    var words = work.stageSpec().command();
    var variables = new LinkedHashMap<String, String>();
    means.environment().fill(variables, work, attempt);
    var command = new Command(words, directory(), variables);
    var start =
        new Start(
            command.program(), words, variables, directory(), attempt.stdout(), attempt.stderr());
    try {
      var started = means.launcher().start(start, place);
      begun(place, started);
      return started;
    } catch (IOException refused) {
      throw command.explain(refused);
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

  private static RunResult neverStarted() {
    return RunResult.failed(Signals.BASE + Signals.TERM, "told to end before it started");
  }

  private RunResult result(int exitCode, Spent spent) throws IOException {
    var flooded = cutLongLogs();
    if (spent.outOfMemory()) {
      return new RunResult(Outcome.OUT_OF_MEMORY, exitCode, overMemory(spent));
    }
    if (!flooded.isEmpty()) {
      return new RunResult(Outcome.LOG_LIMIT, exitCode, flooded);
    }
    if (exitCode != 0 || toldToEnd()) {
      return RunResult.failed(exitCode, detail(exitCode));
    }
    if (attempt.hasOutput()) {
      attempt.publish();
    }
    return RunResult.SUCCESS;
  }

  private String overMemory(Spent spent) {
    return "wanted more than its memory of %s; its peak was %s"
        .formatted(
            Quantity.formatBytes(work.stageSpec().resources().memoryBytes()),
            Quantity.formatBytes(spent.usage().peakMemoryBytes()));
  }

  /** Which log went past the limit, and where what is left of it lies; empty if none did. */
  private String cutLongLogs() throws IOException {
    var message = "";
    for (var log : logs()) {
      if (log.size() > means.logLimitBytes()) {
        log.cut(means.logLimitBytes());
        message =
            "wrote more than the limit of %s; the head and the tail are in %s"
                .formatted(Quantity.formatBytes(means.logLimitBytes()), log.path());
      }
    }
    return message;
  }

  private String detail(int exitCode) {
    var lines = new LogFile(attempt.stderr()).tail();
    var signal = Signals.describe(exitCode);
    return lines.isEmpty() || signal.isEmpty() ? lines + signal : lines + "\n" + signal;
  }

  /** To be called when it is no longer among the runs under way. */
  void leave(RunResult result) {
    if (result.succeeded() && attempt.isPlain(work.stageSpec())) {
      if (means.groups().confine()) {
        means.spares().pass(attempt);
      } else if (isQuiet()) {
        means.spares().offer(attempt);
      }
    }
  }

  private boolean isQuiet() {
    return logs().stream().allMatch(log -> log.size() == 0);
  }

  boolean floods() {
    return logs().stream().anyMatch(log -> log.size() > means.logLimitBytes());
  }

  /** From now on its end is not its own doing. */
  synchronized void end(boolean force) {
    toldToEnd = true;
    forced |= force;
    if (child != null) {
      child.end(force);
      group.end(force);
    }
  }

  private synchronized boolean toldToEnd() {
    return toldToEnd;
  }

  private List<LogFile> logs() {
    return List.of(new LogFile(attempt.stdout()), new LogFile(attempt.stderr()));
  }

  private Path directory() {
    var directory = work.stageSpec().directory();
    return directory.isEmpty() ? attempt.work() : home().resolve(directory);
  }

  private Path home() {
    return Path.of(work.spec().home()).toAbsolutePath();
  }
}
