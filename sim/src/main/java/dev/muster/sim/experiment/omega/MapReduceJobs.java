package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Chance;
import dev.muster.model.Elastic;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * MapReduce jobs that run again and again: each time one of a set of pipelines is drawn.
 *
 * <p>The paper says that users ask for 5, 11, 200 and 1,000 workers most often, and that large jobs
 * have many more activities than workers; how often and how many more is our choice.
 */
final class MapReduceJobs {

  static final Resources SLOT = new Resources(1_000, 4L << 30);

  /** How often each number of workers is asked for, out of {@link #SUM}. */
  private static final int[] WORKERS = {5, 11, 200, 1_000};

  private static final int[] WEIGHTS = {35, 30, 25, 10};
  private static final int SUM = 100;

  /** So many out of {@link #SUM} pipelines have no more maps than workers: nothing to gain. */
  private static final int EXACT = 30;

  /** The others have from twice to so many times as many, few of them the most. */
  private static final double LEAST_TIMES = 2;

  private static final double MOST_TIMES = 20;

  /** Reduces are fewer than maps. */
  private static final int MAPS_PER_REDUCE = 5;

  private record Pipeline(String name, int workers, int maps) {

    int reduces() {
      return Math.max(1, maps / MAPS_PER_REDUCE);
    }
  }

  private final List<Pipeline> pipelines = new ArrayList<>();
  private final Chance chance;

  /**
   * @param scale what the paper's numbers of workers are divided by, for smaller cells
   */
  MapReduceJobs(int count, int scale, Chance chance) {
    this.chance = chance;
    for (int number = 0; number < count; number++) {
      int workers = Math.max(1, workers() / scale);
      pipelines.add(new Pipeline("pipeline-" + number, workers, (int) (workers * times())));
    }
  }

  private int workers() {
    int left = chance.nextInt(SUM);
    int at = 0;
    while (left >= WEIGHTS[at]) {
      left -= WEIGHTS[at++];
    }
    return WORKERS[at];
  }

  private double times() {
    boolean exact = chance.nextInt(SUM) < EXACT;
    double drawn = LEAST_TIMES * Math.pow(MOST_TIMES / LEAST_TIMES, chance.nextDouble());
    return exact ? 1 : drawn;
  }

  /** How many tasks a job has on average. */
  double meanTasks() {
    return pipelines.stream().mapToInt(each -> each.maps() + each.reduces()).average().orElse(0);
  }

  /**
   * The next job.
   *
   * @param home distinguishes it from other runs of the same pipeline
   */
  JobSpec next(String home, Elastic elastic) {
    var pipeline = pipelines.get(chance.nextInt(pipelines.size()));
    var map = StageSpec.of("map", pipeline.maps(), SLOT, List.of("modelled"));
    var reduce = StageSpec.of("reduce", pipeline.reduces(), SLOT, List.of("modelled"));
    return JobSpec.of(pipeline.name(), map, reduce.withAfter("map"))
        .withHome(home)
        .withPolicy(JobSpec.SHARED)
        .withTokens(pipeline.workers())
        .with(elastic);
  }
}
