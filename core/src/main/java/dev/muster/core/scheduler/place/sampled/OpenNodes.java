package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import java.util.function.IntPredicate;

/**
 * The nodes that are open to the tasks of one stage: those for short tasks alone are closed to long
 * ones, as long as others will do.
 */
final class OpenNodes {

  private final StageTasks tasks;
  private final SampledOptions.ShortNodes shortNodes;

  /** Of which view it is known whether others will do. */
  private long version = -1;

  private boolean othersWillDo;

  OpenNodes(StageTasks tasks, SampledOptions.ShortNodes shortNodes) {
    this.tasks = tasks;
    this.shortNodes = shortNodes;
  }

  /**
   * The nodes on which no task is to be tried now.
   *
   * @param eligible the nodes on which tasks may run at all
   */
  IntPredicate barred(long nowNs, View eligible) {
    var barred = tasks.barredNodes(nowNs);
    return shortNodes.areClosedTo(tasks.meanTaskNs()) && othersWillDo(eligible)
        ? node -> shortNodes.include(node) || barred.test(node)
        : barred;
  }

  private boolean othersWillDo(View eligible) {
    if (version != eligible.version()) {
      version = eligible.version();
      othersWillDo = false;
      for (int at = 0; at < eligible.size() && !othersWillDo; at++) {
        othersWillDo =
            !shortNodes.include(eligible.node(at)) && eligible.fits(at, tasks.spec().resources());
      }
    }
    return othersWillDo;
  }
}
