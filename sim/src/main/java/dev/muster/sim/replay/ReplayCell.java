package dev.muster.sim.replay;

import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.workload.workflow.Workflow;

/**
 * The cell that a workflow is run in: like nodes, as far from each other.
 *
 * @param each what one node has
 * @param bytesPerSecond how fast a task fetches an input from another node
 */
public record ReplayCell(long seed, int nodes, Resources each, long bytesPerSecond) {

  private static final double MILLIS_PER_CORE = 1e3;

  /** Run times were recorded with inputs at hand. */
  private static final long AT_ONCE = Long.MAX_VALUE;

  /** All run times over all cores: no cell of as many cores is faster. */
  public double workNs(Workflow workflow) {
    return workflow.coreNs() / (nodes * (each.cpuMillis() / MILLIS_PER_CORE));
  }

  /** The larger of the two lower bounds of the makespan. */
  public double boundNs(Workflow workflow) {
    return Math.max((double) workflow.criticalPathNs(), workNs(workflow));
  }

  long fetchNs(long bytes) {
    return bandwidths().readNs(bytes, InputDistance.REMOTE);
  }

  CompletionModel bandwidths() {
    double penalty = CompletionModel.STANDARD.failurePenalty();
    return new CompletionModel(AT_ONCE, bytesPerSecond, bytesPerSecond, penalty);
  }

  /** No node would ever have room for the task; said before the run. */
  void mustFit(Workflow workflow) {
    for (var task : workflow.tasks()) {
      if (!task.resources().fitsIn(each)) {
        throw new ExperimentFailed(
            "task `%s` of workflow `%s` needs %s, a node has %s: give nodes more by --cores, --memory"
                .formatted(task.id(), workflow.name(), task.resources(), each));
      }
    }
  }
}
