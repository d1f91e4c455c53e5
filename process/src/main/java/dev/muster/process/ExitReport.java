package dev.muster.process;

import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.text.Quantity;
import dev.muster.process.cgroup.Cgroup.CgroupUsage;
import dev.muster.process.directory.AttemptDirectory;
import dev.muster.process.directory.AttemptDirectory.Traces;
import dev.muster.process.directory.DiskQuota;
import dev.muster.process.directory.LogFile;
import dev.muster.process.directory.LogTrimmer;
import dev.muster.process.linux.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The outcome of an attempt, and its explanation for the user. */
record ExitReport(
    AttemptDirectory attempt,
    Traces traces,
    LogTrimmer logs,
    Resources needs,
    RunOptions.AttemptLimits limits) {
  RunResult of(int exitCode, CgroupUsage spent, Optional<Outcome> excess, boolean endRequested)
      throws IOException, InterruptedException {
    var tooLong = traces.quiet() ? Optional.<LogFile>empty() : logs.end();
    if (spent.outOfMemory()) {
      return RunResult.of(Outcome.OUT_OF_MEMORY, exitCode, overMemory(spent));
    }
    if (excess.equals(Optional.of(Outcome.LOG_LIMIT))) {
      return RunResult.of(Outcome.LOG_LIMIT, exitCode, flooded(tooLong));
    }
    long outputBytes = traces.output() ? bytes(attempt.output()) : 0;
    long workBytes = traces.work() ? bytes(attempt.work()) : 0;
    if (excess.isPresent() || outputBytes + workBytes > limits.outputBytes()) {
      return RunResult.of(Outcome.OUTPUT_LIMIT, exitCode, overOutput());
    }
    if (exitCode != 0 || endRequested) {
      return RunResult.failed(exitCode, detail(exitCode));
    }
    return traces.output() ? published(outputBytes) : RunResult.SUCCESS;
  }

  private long bytes(Path directory) {
    return DiskQuota.DiskUse.bytes(directory, limits.outputBytes());
  }

  private RunResult published(long bytes) throws IOException {
    return attempt.publish() ? RunResult.SUCCESS.withOutput(bytes) : RunResult.SUCCESS;
  }

  private String overOutput() {
    return "has more than the limit of %s in its output and working directory, %s"
        .formatted(Quantity.formatBytes(limits.outputBytes()), attempt.task());
  }

  private String overMemory(CgroupUsage spent) {
    return "wanted more than its memory of %s; its peak was %s"
        .formatted(
            Quantity.formatBytes(needs.memoryBytes()),
            Quantity.formatBytes(spent.usage().peakMemoryBytes()));
  }

  private String flooded(Optional<LogFile> log) {
    return "wrote more than the limit of %s, and this file system keeps no shorter log of one that"
            .formatted(Quantity.formatBytes(limits.logBytes()))
        + " goes on; the head and the tail are in "
        + log.map(LogFile::path).orElseGet(attempt::task);
  }

  private String detail(int exitCode) {
    var lines = new LogFile(attempt.stderr()).tail();
    var signal = Signals.describe(exitCode);
    return lines.isEmpty() || signal.isEmpty() ? lines + signal : lines + "\n" + signal;
  }
}
