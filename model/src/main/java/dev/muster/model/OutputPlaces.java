package dev.muster.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Which nodes have the outputs of the tasks of a job, in flat arrays. */
public final class OutputPlaces {

  /** In place of a node: there is no output that a node could lose. */
  public static final int NOWHERE = -1;

  private static final int[] NONE = {};

  private int[][] byStage = {};

  /** Where the output of one task is. */
  public record OutputPlace(TaskId task, int node) {}

  /**
   * Where the outputs of one stage are.
   *
   * @param nodes by task, {@link #NOWHERE} for some
   */
  public record StagePlaces(int stage, List<Integer> nodes) {}

  public static OutputPlaces of(List<StagePlaces> stages) {
    var places = new OutputPlaces();
    for (var part : stages) {
      for (int index = 0; index < part.nodes().size(); index++) {
        places.put(part.stage(), index, part.nodes().get(index));
      }
    }
    return places;
  }

  public void put(int stage, int index, int node) {
    if (node == node(stage, index)) {
      return;
    }
    ensureRow(stage, index);
    byStage[stage][index] = node;
  }

  private void ensureRow(int stage, int index) {
    int stages = byStage.length;
    if (stage >= stages) {
      byStage = Arrays.copyOf(byStage, stage + 1);
      Arrays.fill(byStage, stages, stage + 1, NONE);
    }
    int tasks = byStage[stage].length;
    if (index >= tasks) {
      byStage[stage] = Arrays.copyOf(byStage[stage], Math.max(index + 1, tasks + (tasks >> 1)));
      Arrays.fill(byStage[stage], tasks, byStage[stage].length, NOWHERE);
    }
  }

  public void put(OutputPlace place) {
    put(place.task().stage(), place.task().index(), place.node());
  }

  public void remove(TaskId task) {
    put(task.stage(), task.index(), NOWHERE);
  }

  public int node(int stage, int index) {
    return index < rows(stage) ? byStage[stage][index] : NOWHERE;
  }

  /** Beyond this index nothing of the stage is anywhere. */
  public int rows(int stage) {
    return stage < byStage.length ? byStage[stage].length : 0;
  }

  public List<StagePlaces> all() {
    List<StagePlaces> all = new ArrayList<>();
    for (int stage = 0; stage < byStage.length; stage++) {
      if (byStage[stage].length > 0) {
        var nodes = Arrays.stream(byStage[stage]).boxed().toList();
        all.add(new StagePlaces(stage, nodes));
      }
    }
    return Collections.unmodifiableList(all);
  }
}
