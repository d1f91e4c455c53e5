package dev.muster.host.run;

import dev.muster.host.run.cgroup.Spent;
import dev.muster.model.Outcome;
import dev.muster.model.Quantity;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import java.io.IOException;

/** What the end of an attempt amounts to, and what a person is told of it. */
record Verdict(Attempt attempt, Traces traces, Resources needs, long logLimitBytes) {

  /**
   * @param toldToEnd whether its end was not its own doing
   */
  RunResult of(int exitCode, Spent spent, boolean toldToEnd) throws IOException {
    var flooded = cutLongLogs();
    if (spent.outOfMemory()) {
      return new RunResult(Outcome.OUT_OF_MEMORY, exitCode, overMemory(spent));
    }
    if (!flooded.isEmpty()) {
      return new RunResult(Outcome.LOG_LIMIT, exitCode, flooded);
    }
    if (exitCode != 0 || toldToEnd) {
      return RunResult.failed(exitCode, detail(exitCode));
    }
    if (traces.output()) {
      attempt.publish();
    }
    return RunResult.SUCCESS;
  }

  private String overMemory(Spent spent) {
    return "wanted more than its memory of %s; its peak was %s"
        .formatted(
            Quantity.formatBytes(needs.memoryBytes()),
            Quantity.formatBytes(spent.usage().peakMemoryBytes()));
  }

  /** Which log went past the limit, and where what is left of it lies; empty if none did. */
  private String cutLongLogs() throws IOException {
    var message = "";
    for (var log : attempt.logs()) {
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
}
