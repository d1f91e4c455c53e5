package dev.muster.core.master;

import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.StageReport;
import java.util.List;

/** The report of a job that ended before any scheduler saw it. */
final class UnplacedJob {

  private static final long NS_PER_MS = 1_000_000;

  private UnplacedJob() {}

  static JobReport report(JobOpened accepted, JobState state, long nowNs, List<String> reasons) {
    var spec = accepted.spec();
    var stages =
        spec.stages().stream()
            .map(stage -> new StageReport(stage.name(), stage.tasks(), 0, 0, 0, 0))
            .toList();
    long submittedMs = accepted.submittedNs() / NS_PER_MS;
    long tookMs = (nowNs - accepted.submittedNs()) / NS_PER_MS;
    return new JobReport(
        accepted.job(),
        spec.name(),
        state,
        policy(spec),
        stages,
        submittedMs,
        tookMs,
        List.of(),
        0,
        reasons);
  }

  /** The one that a scheduler would have followed. */
  private static String policy(JobSpec spec) {
    if (spec.commits()) {
      return spec.commitPolicy();
    }
    return spec.policy().equals(JobSpec.AUTO) ? JobSpec.SAMPLED : spec.policy();
  }
}
