package dev.muster.core.scheduler.place.commit;

import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Elastic;

/**
 * How far elastic jobs use spare capacity, as the MapReduce scheduler of the Omega paper lets them:
 * beyond its tokens a job has so many workers as let it end sooner, by the estimates of its tasks,
 * and as its elastic policy allows.
 *
 * <p>Nothing is taken from anybody: a worker beyond the tokens ends with its task, and whether
 * there is another one after it is decided anew.
 */
final class ElasticGrowth {

  /** The share of the cell in use from which on {@link Elastic#GLOBAL_CAP} adds nothing. */
  static final double CAP = 0.6;

  /** How many times its tokens a job has at most under {@link Elastic#RELATIVE_SIZE}. */
  static final int TIMES = 4;

  private ElasticGrowth() {}

  /** How many more tasks of the stage should start than tokens are left for. */
  static int beyond(StageTasks stage, IdleCapacity idle) {
    long tokens = Math.max(0, stage.tasksLeft());
    long available = Math.max(tokens, allowed(stage, idle));
    var waves = new Waves(stage.running() + (long) stage.waiting(), stage.meanTaskNs());
    long has = stage.running() + Math.min(tokens, stage.waiting());
    long should = waves.worthwhile(has, stage.running() + available);
    return Math.clamp(should - has, 0, stage.waiting());
  }

  private static long allowed(StageTasks stage, IdleCapacity idle) {
    var job = stage.jobSpec();
    return switch (job.elastic()) {
      case NO -> 0;
      case MAX_PARALLELISM -> idle.tasks();
      case GLOBAL_CAP -> idle.tasksBelow(CAP);
      case RELATIVE_SIZE ->
          Math.min(
              idle.tasks(),
              (long) TIMES * job.tokens() / stage.tokensFor(0) - stage.runningOfJob());
    };
  }

  /**
   * Predicts when a stage ends, from how many tasks it has left and how long one of them takes:
   * they run in waves of as many as there are workers.
   *
   * @param left tasks that have not ended, those that run among them
   * @param meanNs how long a task takes; 0 where nobody knows
   */
  record Waves(long left, long meanNs) {

    /** In how long the stage ends with so many tasks at once, all of them starting now. */
    long endsInNs(long workers) {
      return waves(workers) * meanNs;
    }

    private long waves(long workers) {
      return Math.ceilDiv(left, Math.max(1, workers));
    }

    /**
     * How many workers the stage should have, of so many that it could have: the fewest with which
     * it ends as soon, and no more than it has where more would not let it end sooner.
     */
    long worthwhile(long has, long could) {
      if (endsInNs(could) >= endsInNs(has)) {
        return has;
      }
      return Math.ceilDiv(left, waves(could));
    }
  }
}
