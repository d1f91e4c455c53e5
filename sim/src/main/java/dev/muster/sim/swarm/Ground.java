package dev.muster.sim.swarm;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The nodes of a cell as they were drawn, and whether work can run on them; told by the plainest
 * means, and not by those of the cell.
 */
record Ground(List<Resources> capacities, List<Map<String, String>> attributes) {

  /** Without these nodes: they have nothing. */
  Ground without(List<Integer> lost) {
    List<Resources> left = new ArrayList<>(capacities);
    lost.forEach(node -> left.set(node, Resources.NONE));
    return new Ground(left, attributes);
  }

  /** What every node has at least. */
  Resources smallest() {
    return capacities.stream().reduce(capacities.getFirst(), Resources::min);
  }

  /** The most that any has, each resource by itself. */
  Resources largest() {
    return capacities.stream().reduce(Resources.NONE, Resources::max);
  }

  /** Whether there is a node for each task. */
  boolean bears(JobSpec job) {
    return job.stages().stream().allMatch(this::bears);
  }

  /** Whether there is room for all tasks of the stage at once. */
  boolean holds(StageSpec stage) {
    int left = stage.tasks();
    for (int node = 0; node < capacities.size(); node++) {
      if (stage.where().require().holds(node, attributes.get(node))) {
        var free = capacities.get(node);
        while (left > 0 && stage.resources().fitsIn(free)) {
          free = free.minus(stage.resources());
          left--;
        }
      }
    }
    return left == 0;
  }

  private boolean bears(StageSpec stage) {
    var where = stage.where();
    var fitting = new TreeSet<Integer>();
    for (int node = 0; node < capacities.size(); node++) {
      boolean qualifies = where.require().holds(node, attributes.get(node));
      if (qualifies && stage.resources().fitsIn(capacities.get(node))) {
        fitting.add(node);
      }
    }
    boolean anywhereWillDo = !where.isFirm() || !where.hasPreferences();
    return !fitting.isEmpty()
        && (!stage.isGang() || holds(stage))
        && (anywhereWillDo
            || where.prefer().stream()
                .allMatch(nodes -> nodes.isEmpty() || !Collections.disjoint(fitting, nodes)));
  }
}
