package dev.muster.core.scheduler;

import dev.muster.core.scheduler.place.IdleRoom;
import dev.muster.model.Elastic;

/**
 * How far elastic jobs grow into idle room, as the MapReduce scheduler of the Omega paper lets
 * them: beyond its tokens a job has so many workers as let it end sooner, by what is known of its
 * tasks, and as its policy allows.
 *
 * <p>Nothing is taken from anybody: a worker beyond the tokens ends with its task, and whether
 * there is another one after it is decided anew.
 */
final class Growth {

  /** The share of the cell in use from which on {@link Elastic#GLOBAL_CAP} adds nothing. */
  static final double CAP = 0.6;

  /** How many times its tokens a job has at most under {@link Elastic#RELATIVE_SIZE}. */
  static final int TIMES = 4;

  private final History history = new History();

  /** Finds out how long tasks of the stage took in earlier runs, the first time. */
  void meet(JobManager job, StagePlan stage) {
    if (job.isElastic() && !stage.times.isMet()) {
      stage.times.meet(history.of(job.spec().name(), stage.spec.name()));
    }
  }

  /** How many more tasks of the stage should start than tokens are left for. */
  static int beyond(JobManager job, StagePlan stage, IdleRoom idle) {
    long tokens = Math.max(0, job.tokens.left());
    long room = Math.max(tokens, allowed(job, idle));
    var waves = new Waves(stage.running() + (long) stage.waiting(), stage.times.meanNs());
    long has = stage.running() + Math.min(tokens, stage.waiting());
    long should = waves.worthwhile(has, stage.running() + room);
    return Math.clamp(should - has, 0, stage.waiting());
  }

  private static long allowed(JobManager job, IdleRoom idle) {
    return switch (job.spec().elastic()) {
      case NO -> 0;
      case MAX_PARALLELISM -> idle.tasks();
      case GLOBAL_CAP -> idle.tasksBelow(CAP);
      case RELATIVE_SIZE ->
          Math.min(idle.tasks(), (long) TIMES * job.spec().tokens() - job.tokens.running());
    };
  }
}
