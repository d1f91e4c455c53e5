package dev.muster.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.executor.frame.Protocol;
import dev.muster.host.IoErrors;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import dev.muster.process.RunControl.EndRequest;
import dev.muster.process.directory.JobDirectory;
import dev.muster.process.executor.Caller;
import dev.muster.process.executor.FunctionCall;
import dev.muster.process.linux.Signals;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One attempt that is a call: what its answer means for the task. */
final class FunctionRun implements Caller {
  /** As the JVM itself does when something is thrown that nobody catches. */
  private static final int THREW_EXIT = 1;

  private final Work work;
  private final JobDirectory job;
  private final Executor writers;
  private final Consumer<RunResult> ended;
  private @Nullable FunctionCall call;
  private @Nullable Pace pace;
  private EndRequest endRequest = EndRequest.NONE;

  FunctionRun(Work work, JobDirectory job, Executor writers, Consumer<RunResult> ended) {
    this.work = work;
    this.job = job;
    this.writers = writers;
    this.ended = ended;
  }

  byte[] argument() {
    return work.item().getBytes(UTF_8);
  }

  /** Applies the pace and the end request that came before the call. */
  synchronized void begun(FunctionCall begun) {
    call = begun;
    if (pace != null) {
      begun.pace(pace);
    }
    if (endRequest != EndRequest.NONE) {
      begun.cancel(endRequest == EndRequest.FORCED);
    }
  }

  synchronized void end(boolean force) {
    endRequest = endRequest.and(force);
    if (call != null) {
      call.cancel(force);
    }
  }

  synchronized void pace(Pace wanted) {
    pace = wanted;
    if (call != null) {
      call.pace(wanted);
    }
  }

  @Override
  public void returned(byte[] result, long cpuNs) {
    var success = RunResult.SUCCESS.withUsage(new Usage(cpuNs, 0, 0, 0));
    if (result.length == 0) {
      ended.accept(success);
    } else {
      writers.execute(() -> ended.accept(published(result, success)));
    }
  }

  private RunResult published(byte[] result, RunResult success) {
    try {
      job.publishResult(work, result);
      return success.withOutput(result.length);
    } catch (IOException refused) {
      var why = "cannot keep its result: " + IoErrors.reason(refused);
      return IoErrors.isOfTheMachine(refused) ? RunResult.lost(why) : RunResult.failed(0, why);
    } catch (RuntimeException broken) {
      return RunResult.failed(0, "cannot keep its result: " + broken);
    }
  }

  @Override
  public void failed(Protocol.ErrorReason reason, String detail, long cpuNs) {
    var result =
        switch (reason) {
          case THREW -> RunResult.failed(THREW_EXIT, detail);
          case NOT_FOUND -> RunResult.unstartable(detail);
          case CANCELLED -> RunResult.failed(Signals.BASE + Signals.TERM, detail);
          case OUT_OF_MEMORY -> RunResult.of(Outcome.OUT_OF_MEMORY, THREW_EXIT, detail);
        };
    ended.accept(result.withUsage(new Usage(cpuNs, 0, 0, 0)));
  }

  @Override
  public void lost(Caller.Loss loss, int exitCode, String detail) {
    var outcome =
        switch (loss) {
          case CRASHED, DISOBEYED -> Outcome.FAILED;
          case OUT_OF_MEMORY -> Outcome.OUT_OF_MEMORY;
          case LOG_LIMIT -> Outcome.LOG_LIMIT;
          case BYSTANDER -> Outcome.LOST;
        };
    ended.accept(RunResult.of(outcome, exitCode, describe(exitCode, detail)));
  }

  private static String describe(int exitCode, String detail) {
    var signal = Signals.describe(exitCode);
    var end =
        exitCode < 0
            ? "its executor is gone"
            : "its executor "
                + (signal.isEmpty() ? "ended with exit code " + exitCode : "was " + signal);
    return detail.isEmpty() ? end : end + ": " + detail;
  }

  @Override
  public void notCalled(String why) {
    ended.accept(RunResult.unstartable(why));
  }

  /** The node has no executors, whatever the function is. */
  void refused(String why) {
    ended.accept(RunResult.notStarted(why));
  }
}
