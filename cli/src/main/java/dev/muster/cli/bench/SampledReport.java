package dev.muster.cli.bench;

import dev.muster.bench.SampledBench;
import java.io.PrintStream;
import java.util.Locale;

/** What the benchmark of sampling found, for people. */
final class SampledReport {

  private SampledReport() {}

  static void print(PrintStream out, SampledBench.SampledResult result) {
    out.printf(
        Locale.ROOT,
        "%d nodes with %d slots each, %d scheduler(s), jobs of %d tasks%n",
        result.nodes(),
        result.slotsPerNode(),
        result.schedulers(),
        result.tasksPerJob());
    for (var each : result.lengths()) {
      out.printf(
          Locale.ROOT,
          "tasks of %d ms: start after %.2f ms (p95 %.2f, p99 %.2f) at %.0f jobs/s; with %d jobs at"
              + " once %,.0f tasks/s, per task %,.0f µs of cpu, %.1f messages in %.1f envelopes, %,.0f bytes%n",
          each.taskMillis(),
          each.medianMs(),
          each.p95Ms(),
          each.p99Ms(),
          result.jobsPerSecond(),
          result.jobsAtOnce(),
          each.tasksPerSecond(),
          each.cpuMicrosPerTask(),
          each.messagesPerTask(),
          each.envelopesPerTask(),
          each.bytesPerTask());
    }
    out.printf("%d messages lost%n", result.lostMessages());
  }
}
