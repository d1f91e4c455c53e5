package dev.muster.host.run;

import dev.muster.core.loop.Launch;
import dev.muster.core.loop.Work;
import dev.muster.host.Refusal;
import dev.muster.host.file.Supply;
import dev.muster.host.run.cgroup.Group;
import dev.muster.host.run.cgroup.Spent;
import dev.muster.host.run.journal.Memory;
import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
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
 * One attempt, from its directories to its result, on the thread that calls {@link #execute}, or
 * from where an earlier life of this process left it, on the one that calls {@link #resume}. The
 * {@link Warden} looks in from its own thread, through {@link #end} and {@link #floods} only.
 */
final class Run {

  private final Launch launch;
  private final Work work;
  private final JobDirectory job;
  private final Attempt attempt;
  private final Means means;
  private Group group = Group.NONE;
  private @Nullable Child child;
  private Supply supply = Supply.NOTHING;
  private boolean toldToEnd;
  private boolean forced;

  Run(Launch launch, JobDirectory job, Means means) {
    this.launch = launch;
    this.work = launch.work();
    this.job = job;
    this.attempt = job.attempt(work);
    this.means = means;
  }

  String mark() {
    return attempt.mark();
  }

  JobDirectory job() {
    return job;
  }

  private interface Way {
    RunResult go() throws CannotStart, IOException, InterruptedException;
  }

  RunResult execute() {
    return result(
        () -> {
          prepare();
          return toldToEnd() ? neverStarted() : executeIn(take());
        });
  }

  /** Goes on with what is known of it. */
  RunResult resume(Memory memory) {
    return memory.end().orElseGet(() -> result(() -> takeOver(memory)));
  }

  private RunResult result(Way way) {
    try {
      return way.go();
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
    Child started;
    try {
      started = start(taken);
    } catch (CannotStart | RuntimeException | Error refused) {
      taken.finish();
      throw refused;
    }
    return conclude(taken, started);
  }

  private RunResult takeOver(Memory memory) throws IOException, InterruptedException {
    var place = means.groups().find(memory.group());
    var found = memory.isOfThisBoot() ? find(memory) : Optional.<Child>empty();
    if (found.isEmpty()) {
      place.finish();
      return RunResult.lost("its node died, and nobody knows whether it ran");
    }
    if (memory.toldToEnd()) {
      end(false);
    }
    begun(place, found.get());
    var result = conclude(place, found.get());
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

  private RunResult conclude(Group taken, Child running) throws IOException, InterruptedException {
    Ended ended;
    Spent spent = Spent.UNKNOWN;
    try {
      ended = running.await();
    } finally {
      // The group is another run's from here on, so an order that comes late must not reach it.
      begun(Group.NONE, null);
      spent = taken.finish();
    }
    var usage = spent.with(ended.usage());
    if (!ended.isKnown() && !spent.outOfMemory()) {
      return RunResult.lost("its node died, and nobody heard how it ended").withUsage(usage);
    }
    return new Verdict(attempt, work.spec().resources(), means.logLimitBytes())
        .of(ended.exitCode(), spent, toldToEnd())
        .withUsage(usage);
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
    remember(place);
    try {
      var started = means.launcher().start(start, place);
      means.past().journal().started(launch.run(), started.birth());
      begun(place, started);
      return started;
    } catch (IOException refused) {
      throw command.explain(refused);
    }
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
