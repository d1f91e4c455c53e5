package dev.muster.sim.experiment.compare;

import dev.muster.core.actor.Work;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.machine.TaskModel;
import dev.muster.sim.machine.TaskReads;

/**
 * What the tasks of listed jobs truly take and read. The home of a job is its place in the list.
 */
record ListedTasks(ComparedWork work) implements TaskModel {

  private ComparedJob job(Work task) {
    return work.jobs().get(Integer.parseInt(task.home()));
  }

  @Override
  public long cpuNs(Work task) {
    return job(task).taskNs()[task.stage()][task.index()];
  }

  @Override
  public void reads(Work task, TaskReads reads) {
    for (var input : job(task).spec().stages().get(task.stage()).inputs()) {
      if (input.isReadBy(task.index())) {
        reads.outside(input.bytes(), input.on());
      }
    }
  }
}
