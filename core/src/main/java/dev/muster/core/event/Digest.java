package dev.muster.core.event;

import dev.muster.core.loop.TraceHash;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;

/** How the nouns of the model enter a trace hash. */
final class Digest {

  private Digest() {}

  static void add(TraceHash hash, Resources resources) {
    hash.add(resources.cpuMillis()).add(resources.memoryBytes());
  }

  static void add(TraceHash hash, RunResult result) {
    hash.add(result.outcome().ordinal()).add(result.exitCode()).add(result.detail());
  }

  static void add(TraceHash hash, JobSpec job) {
    hash.add(job.name()).add(job.queue()).add(job.policy()).add(job.tokens()).add(job.home());
    hash.add(job.stages());
  }

  static void add(TraceHash hash, JobReport report) {
    hash.add(report.job()).add(report.name()).add(report.state().ordinal()).add(report.policy());
    hash.add(report.stages()).add(report.submittedAtMs()).add(report.durationMs());
    hash.add(report.failures()).add(report.failuresNotShown()).add(report.reasons());
  }
}
