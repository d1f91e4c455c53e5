package dev.muster.host.run;

import dev.muster.core.loop.Work;
import dev.muster.model.Outcome;
import dev.muster.model.Quantity;
import dev.muster.model.RunResult;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its directories to its result, on the thread that calls {@link #execute}. The
 * {@link Warden} looks in from its own thread, through {@link #tell} and {@link #process} only.
 */
final class Run {

  private static final Redirect NO_INPUT = Redirect.from(new File("/dev/null"));

  private final Work work;
  private final JobDirectory job;
  private final Attempt attempt;
  private final Environment environment;
  private final Spares spares;
  private final long logLimitBytes;
  private @Nullable Process process;
  private boolean toldToEnd;

  Run(Work work, JobDirectory job, Environment environment, Spares spares, long logLimitBytes) {
    this.work = work;
    this.job = job;
    this.attempt = job.attempt(work);
    this.environment = environment;
    this.spares = spares;
    this.logLimitBytes = logLimitBytes;
  }

  String mark() {
    return attempt.mark();
  }

  RunResult execute() {
    try {
      prepare();
      var started = start();
      return started == null ? neverStarted() : result(started.waitFor());
    } catch (CannotStart reason) {
      return RunResult.notStarted(reason.why());
    } catch (IOException refused) {
      return RunResult.failed(0, "cannot keep what it wrote: " + CannotStart.reason(refused));
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  private void prepare() throws CannotStart {
    try {
      attempt.create(job, work.stageSpec(), spares);
    } catch (IOException refused) {
      throw new CannotStart("cannot make the task's directories", refused);
    }
    new WorkFiles(home(), attempt.work()).link(work.stageSpec().files());
  }

  /** Null if it was told to end before it began. */
  private synchronized @Nullable Process start() throws CannotStart {
    if (toldToEnd) {
      return null;
    }
    var stage = work.stageSpec();
    var builder = new ProcessBuilder();
    environment.fill(builder.environment(), work, attempt);
    var command = new Command(stage.command(), directory(), builder.environment());
    builder.command(command.words(stage.env().containsKey(Environment.PATH)));
    builder.directory(directory().toFile()).redirectInput(NO_INPUT);
    builder.redirectOutput(attempt.stdout().toFile()).redirectError(attempt.stderr().toFile());
    try {
      process = builder.start();
      return process;
    } catch (IOException refused) {
      throw command.explain(refused);
    }
  }

  private static RunResult neverStarted() {
    return RunResult.failed(Signals.BASE + Signals.TERM, "told to end before it started");
  }

  private RunResult result(int exitCode) throws IOException {
    var flooded = cutLongLogs();
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

  /** Which log went past the limit, and where what is left of it lies; empty if none did. */
  private String cutLongLogs() throws IOException {
    var message = "";
    for (var log : logs()) {
      if (log.size() > logLimitBytes) {
        log.cut(logLimitBytes);
        message =
            "wrote more than the limit of %s; the head and the tail are in %s"
                .formatted(Quantity.formatBytes(logLimitBytes), log.path());
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
    if (result.succeeded() && attempt.isPlain(work.stageSpec()) && isQuiet()) {
      spares.offer(attempt);
    }
  }

  private boolean isQuiet() {
    return logs().stream().allMatch(log -> log.size() == 0);
  }

  boolean floods() {
    return logs().stream().anyMatch(log -> log.size() > logLimitBytes);
  }

  /** From now on its end is not its own doing. */
  synchronized void tell() {
    toldToEnd = true;
  }

  private synchronized boolean toldToEnd() {
    return toldToEnd;
  }

  /** Its process, if it has begun. */
  synchronized @Nullable Process process() {
    return process;
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
