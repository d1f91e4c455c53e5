package dev.muster.core.scheduler.place.hybrid;

import dev.muster.model.JobSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** How far each stage is in the graph of its job. */
final class StagePositions {

  private final TreeMap<String, Integer> indexes = new TreeMap<>();
  private final int[] depths;
  private int deepest;

  StagePositions(JobSpec job) {
    int count = job.stages().size();
    depths = new int[count];
    for (int index = 0; index < count; index++) {
      indexes.put(job.stages().get(index).name(), index);
    }
    int[] lacking = new int[count];
    List<List<Integer>> followers = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      followers.add(new ArrayList<>());
    }
    for (int index = 0; index < count; index++) {
      for (var edge : job.stages().get(index).after()) {
        var before = indexes.get(edge.stage());
        if (before != null) {
          followers.get(before).add(index);
          lacking[index]++;
        }
      }
    }
    walk(lacking, followers);
  }

  private void walk(int[] lacking, List<List<Integer>> followers) {
    var ready = new ArrayDeque<Integer>();
    for (int index = 0; index < lacking.length; index++) {
      if (lacking[index] == 0) {
        ready.add(index);
      }
    }
    while (!ready.isEmpty()) {
      int index = ready.remove();
      deepest = Math.max(deepest, depths[index]);
      for (int follower : followers.get(index)) {
        depths[follower] = Math.max(depths[follower], depths[index] + 1);
        if (--lacking[follower] == 0) {
          ready.add(follower);
        }
      }
    }
  }

  /** 0 for a stage that needs no other, 1 for one after the longest way. */
  double of(String stage) {
    var index = indexes.get(stage);
    return index == null || deepest == 0 ? 0 : (double) depths[index] / deepest;
  }
}
