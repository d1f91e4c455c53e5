package dev.muster.sim.replay;

import dev.muster.model.Resources;
import dev.muster.workload.workflow.Workflow;
import dev.muster.workload.workflow.Workflow.DataFile;
import dev.muster.workload.workflow.Workflow.WorkflowTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Small workflows: each task makes one file, which all that wait for the task read. */
final class Workflows {

  static final long S = 1_000_000_000;
  static final long MIB = 1 << 20;
  static final Resources CORE = new Resources(1_000, MIB);

  private final List<WorkflowTask> tasks = new ArrayList<>();
  private final List<DataFile> files = new ArrayList<>();

  Workflows task(double seconds, long outputBytes, Integer... parents) {
    return task(CORE, seconds, outputBytes, parents);
  }

  Workflows task(Resources each, double seconds, long outputBytes, Integer... parents) {
    int index = tasks.size();
    files.add(new DataFile("file " + index, outputBytes, index));
    var before = Arrays.asList(parents);
    var made = List.of(index);
    tasks.add(
        new WorkflowTask("/task " + index, Math.round(seconds * S), each, before, before, made));
    return this;
  }

  Workflow named(String name) {
    return new Workflow(name, tasks, files);
  }

  static ReplayCell cell(int nodes, int cores) {
    return new ReplayCell(1, nodes, new Resources(cores * 1_000L, 1 << 30), MIB);
  }
}
