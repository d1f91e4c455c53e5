package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.state.JobRecord;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import dev.muster.model.StageReport;
import java.util.List;

/** Appends the ends of jobs, each once. */
final class JobEnds {

  private static final long NS_PER_MS = 1_000_000;

  private final OpenJobs open;
  private final LeaderLog log;

  JobEnds(OpenJobs open, LeaderLog log) {
    this.open = open;
    this.log = log;
  }

  /** Ends a job that no scheduler has. */
  void close(long nowNs, JobRecord record, JobState state, List<String> reasons, Effects out) {
    close(record, unassignedReport(record.accepted(), state, nowNs, reasons), out);
  }

  void close(JobRecord record, JobReport report, Effects out) {
    var job = open.of(record);
    if (job.state() != OpenJobState.CLOSING) {
      open.change(job, OpenJobState.CLOSING);
      log.append(new JobClosed(report), out);
    }
  }

  /** The report of a job that ended before a scheduler had it. */
  private static JobReport unassignedReport(
      JobOpened accepted, JobState state, long nowNs, List<String> reasons) {
    var spec = accepted.spec();
    var stages =
        spec.stages().stream()
            .map(stage -> new StageReport(stage.name(), stage.tasks(), 0, 0, 0, 0))
            .toList();
    return new JobReport(
        accepted.job(),
        spec.name(),
        state,
        spec.policyOfAll(),
        stages,
        accepted.submittedNs() / NS_PER_MS,
        Math.max(0, nowNs - accepted.submittedNs()) / NS_PER_MS,
        List.of(),
        0,
        reasons);
  }
}
