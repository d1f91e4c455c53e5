package dev.muster.sim.experiment.row;

import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import dev.muster.model.ExternalInput;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.Arrays;
import java.util.List;

/**
 * How long a job would take were nobody else in the cell and nothing to decide: its critical path
 * by the true times of its tasks, each beside its input; and no less than the cell needs for all of
 * its work.
 */
public final class EmptyCell {

  private final Resources capacity;

  /**
   * @param capacity of all nodes together
   */
  EmptyCell(Resources capacity) {
    this.capacity = capacity;
  }

  static EmptyCell of(List<Resources> nodes) {
    return new EmptyCell(nodes.stream().reduce(Resources.NONE, Resources::plus));
  }

  Resources capacity() {
    return capacity;
  }

  public long responseNs(ComparedJob job) {
    return Math.max(pathNs(job), Math.round(cellNs(job)));
  }

  private static long pathNs(ComparedJob job) {
    var stages = job.spec().stages();
    long[][] ends = new long[stages.size()][];
    long last = 0;
    for (int at = 0; at < ends.length; at++) {
      var stage = stages.get(at);
      ends[at] = new long[stage.tasks()];
      for (int task = 0; task < ends[at].length; task++) {
        long readyNs = readyNs(job, stage, task, ends);
        ends[at][task] = readyNs + job.taskNs()[at][task] + readNs(stage, task);
        last = Math.max(last, ends[at][task]);
      }
    }
    return last;
  }

  /** Stages stand after those that they wait for. */
  private static long readyNs(ComparedJob job, StageSpec stage, int task, long[][] ends) {
    long readyNs = 0;
    for (var edge : stage.after()) {
      long[] before = ends[job.spec().indexOf(edge.stage())];
      long ns = edge.isOneToOne() ? before[task] : Arrays.stream(before).max().orElse(0);
      readyNs = Math.max(readyNs, ns);
    }
    return readyNs;
  }

  private static long readNs(StageSpec stage, int task) {
    return stage.inputs().stream()
        .filter(input -> input.isReadBy(task))
        .mapToLong(ExternalInput::bytes)
        .map(bytes -> CompletionModel.STANDARD.readNs(bytes, InputDistance.LOCAL))
        .sum();
  }

  /** If all of the cell were busy with nothing else. */
  private double cellNs(ComparedJob job) {
    double ns = 0;
    for (int at = 0; at < job.taskNs().length; at++) {
      double stageNs = Arrays.stream(job.taskNs()[at]).asDoubleStream().sum();
      ns += stageNs * share(job.spec().stages().get(at).resources());
    }
    return ns;
  }

  /** The largest part of the cell's resources that this is. */
  public double share(Resources need) {
    double cpu = (double) need.cpuMillis() / Math.max(1, capacity.cpuMillis());
    double memory = (double) need.memoryBytes() / Math.max(1, capacity.memoryBytes());
    return Math.max(cpu, memory);
  }
}
