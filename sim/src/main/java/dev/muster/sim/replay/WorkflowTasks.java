package dev.muster.sim.replay;

import dev.muster.core.actor.Work;
import dev.muster.sim.machine.TaskModel;
import dev.muster.sim.machine.TaskReads;
import dev.muster.workload.workflow.Workflow;

/** The tasks of a workflow, each of which is a stage of its own. */
record WorkflowTasks(Workflow workflow) implements TaskModel {

  @Override
  public long cpuNs(Work work) {
    return workflow.tasks().get(work.stage()).runNs();
  }

  @Override
  public void reads(Work work, TaskReads reads) {
    reads(work.stage(), reads);
  }

  /** Recorded run times include the reading of files from outside of the workflow. */
  void reads(int task, TaskReads reads) {
    for (int index : workflow.tasks().get(task).inputs()) {
      var file = workflow.files().get(index);
      if (file.maker() != Workflow.OUTSIDE && file.maker() != task) {
        reads.output(file.maker(), 0, file.bytes());
      }
    }
  }

  /** Schedulers learn how large outputs are, as they do of real nodes. */
  @Override
  public long outputBytes(Work work) {
    boolean makesFiles = !workflow.tasks().get(work.stage()).outputs().isEmpty();
    return makesFiles ? Math.max(1, workflow.outputBytes(work.stage())) : 0;
  }
}
