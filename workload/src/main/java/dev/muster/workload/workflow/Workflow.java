package dev.muster.workload.workflow;

import dev.muster.model.Resources;
import java.util.List;

/**
 * One execution of a workflow.
 *
 * @param tasks each after all that it waits for
 */
public record Workflow(String name, List<WorkflowTask> tasks, List<DataFile> files) {

  /** In place of a task, for a file that was there before the workflow. */
  public static final int OUTSIDE = -1;

  private static final double MILLIS_PER_CORE = 1e3;

  /**
   * A task, and what it took when it was run for real.
   *
   * @param runNs how long it ran, with the reading and writing of its files
   * @param resources what it had: one core and {@link WfFormat#UNKNOWN_MEMORY_BYTES} where the file
   *     does not say
   * @param parents the indexes of the tasks that it waits for, ascending
   * @param inputs the indexes of the files that it reads
   * @param outputs the indexes of the files that it makes
   */
  public record WorkflowTask(
      String id,
      long runNs,
      Resources resources,
      List<Integer> parents,
      List<Integer> inputs,
      List<Integer> outputs) {

    public WorkflowTask {
      parents = List.copyOf(parents);
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
    }
  }

  /**
   * @param maker the index of the task that makes the file; {@link #OUTSIDE} for none
   */
  public record DataFile(String id, long bytes, int maker) {}

  public Workflow {
    tasks = List.copyOf(tasks);
    files = List.copyOf(files);
  }

  /** The longest chain of tasks that wait for each other: no cell is faster. */
  public long criticalPathNs() {
    long[] endNs = new long[tasks.size()];
    long longestNs = 0;
    for (int index = 0; index < endNs.length; index++) {
      var task = tasks.get(index);
      for (int parent : task.parents()) {
        endNs[index] = Math.max(endNs[index], endNs[parent]);
      }
      endNs[index] += task.runNs();
      longestNs = Math.max(longestNs, endNs[index]);
    }
    return longestNs;
  }

  /** All run times, each as often as the task has cores. */
  public double coreNs() {
    return tasks.stream()
        .mapToDouble(task -> task.runNs() * (task.resources().cpuMillis() / MILLIS_PER_CORE))
        .sum();
  }

  /** The size of all that a task makes. */
  public long outputBytes(int task) {
    return tasks.get(task).outputs().stream().mapToLong(file -> files.get(file).bytes()).sum();
  }
}
