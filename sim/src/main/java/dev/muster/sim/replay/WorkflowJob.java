package dev.muster.sim.replay;

import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.file.JobLimits;
import dev.muster.workload.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;

/** A workflow as a job: each task is a stage of its own, which is after those of its parents. */
final class WorkflowJob {

  /** What names of jobs and stages have in place of characters that they may not have. */
  private static final String FOREIGN = "[^A-Za-z0-9._-]+";

  private WorkflowJob() {}

  static JobSpec of(Workflow workflow) {
    List<StageSpec> stages = new ArrayList<>();
    for (var task : workflow.tasks()) {
      var after = task.parents().stream().map(parent -> stageName(workflow, parent));
      stages.add(
          StageSpec.of(stageName(workflow, stages.size()), 1, task.resources(), List.of("true"))
              .withAfter(after.toArray(String[]::new))
              .withEstimate(task.runNs()));
    }
    return JobSpec.of(name("workflow-", workflow.name())).withStages(stages);
  }

  /** Unique by the index; the id says to people which task it is. */
  static String stageName(Workflow workflow, int task) {
    return name("t" + task + "-", workflow.tasks().get(task).id());
  }

  private static String name(String first, String rest) {
    var name = first + rest.replaceAll(FOREIGN, "_");
    return name.substring(0, Math.min(name.length(), JobLimits.MAX_NAME));
  }
}
