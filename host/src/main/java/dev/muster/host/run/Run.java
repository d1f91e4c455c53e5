package dev.muster.host.run;

import dev.muster.core.loop.Work;
import dev.muster.host.Refusal;
import dev.muster.host.file.Supply;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.cgroup.Spent;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import dev.muster.host.run.spawn.Start;
import dev.muster.model.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its directories to its result, on the thread that calls {@link #execute}. The
 * {@link Warden} looks in from its own thread, through {@link #end} and {@link #floods} only.
 */
final class Run {

  private final Work work;
  private final JobDirectory job;
  private final Attempt attempt;
  private final Means means;
  private Group group = Group.NONE;
  private @Nullable Child child;
  private Supply supply = Supply.NOTHING;
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
      return RunResult.failed(0, "cannot keep what it wrote: " + Refusal.reason(refused));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    } finally {
      supply(Supply.NOTHING);
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
    return new Verdict(attempt, work.spec().resources(), means.logLimitBytes())
        .of(ended.exitCode(), spent, toldToEnd())
        .withUsage(spent.with(ended.usage()));
  }

  private Group take() throws CannotStart {
    try {
      return means.groups().take(work.spec().resources());
    } catch (IOException refused) {
      throw new CannotStart("cannot limit the task", refused);
    }
  }

  private void prepare() throws CannotStart, InterruptedException {
    var files = means.supplies().bring(work);
    supply(files);
    try {
      attempt.create(job, work.spec(), means.spares());
    } catch (IOException refused) {
      throw new CannotStart("cannot make the task's directories", refused);
    }
    if (work.spec().contents().isEmpty()) {
      new WorkFiles(home(), attempt.work()).link(work.spec().files());
    }
    putInPlace(files);
  }

  private void putInPlace(Supply files) throws CannotStart, InterruptedException {
    try {
      files.await();
      files.link(attempt.work());
    } catch (CancellationException toldToEnd) {
      // That is looked for next.
    } catch (IOException refused) {
      throw new CannotStart("its files are not there", refused);
    }
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

  /** To be called when it is no longer among the runs under way. */
  void leave(RunResult result) {
    if (result.succeeded() && attempt.isPlain(work.spec())) {
      if (means.groups().confine()) {
        means.spares().pass(attempt);
      } else if (isQuiet()) {
        means.spares().offer(attempt);
      }
    }
  }

  private boolean isQuiet() {
    return attempt.logs().stream().allMatch(log -> log.size() == 0);
  }

  boolean floods() {
    return attempt.logs().stream().anyMatch(log -> log.size() > means.logLimitBytes());
  }

  /** From now on its end is not its own doing. */
  synchronized void end(boolean force) {
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
