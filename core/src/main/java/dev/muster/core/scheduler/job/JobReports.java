package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import java.util.ArrayList;
import java.util.List;

/** What is reported of one job: its progress now and then, and how it ended. */
public final class JobReports {

  /** Progress of so many stages is reported as often as asked; with more it is rarer in step. */
  private static final int STAGES_REPORTED_EAGERLY = 1_000;

  private static final long NS_PER_MS = 1_000_000;

  private final AssignJob assigned;
  private final Stage[] stages;

  /** The tasks that were given up: the first in full, how many the others are. */
  private final List<TaskFailure> failures = new ArrayList<>();

  private int moreFailures;
  private long progressReportedNs;

  JobReports(AssignJob assigned, Stage[] stages) {
    this.assigned = assigned;
    this.stages = stages;
  }

  /** A task was given up after this result. */
  void fail(Stage stage, int task, RunResult result) {
    if (failures.size() < JobReport.MAX_FAILURES) {
      failures.add(new TaskFailure(stage.spec().name(), task, stage.tasks().attempt(task), result));
    } else {
      moreFailures++;
    }
  }

  /** Sends progress to the client, where so much time has passed since the last. */
  public void sendProgress(long nowNs, long everyNs, Effects out) {
    long rarer = everyNs * Math.ceilDiv(stages.length, STAGES_REPORTED_EAGERLY);
    if (everyNs > 0 && nowNs - progressReportedNs >= rarer) {
      progressReportedNs = nowNs;
      out.send(assigned.client(), new ClientEvent.JobProgress(assigned.job(), ofStages()));
    }
  }

  List<StageReport> ofStages() {
    List<StageReport> reports = new ArrayList<>(stages.length);
    for (var stage : stages) {
      reports.add(stage.report());
    }
    return reports;
  }

  JobReport ofJob(long nowNs, JobState state) {
    return new JobReport(
        assigned.job(),
        assigned.spec().name(),
        state,
        policy(),
        ofStages(),
        assigned.submittedNs() / NS_PER_MS,
        (nowNs - assigned.submittedNs()) / NS_PER_MS,
        failures,
        moreFailures,
        List.of());
  }

  /** That of all its stages, or {@code auto} where they differ. */
  private String policy() {
    var first = stages[0].policy().name();
    for (var stage : stages) {
      if (!stage.policy().name().equals(first)) {
        return JobSpec.AUTO;
      }
    }
    return first;
  }
}
