package dev.muster.sim.experiment.row;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * A job whose tasks' true times are known to whoever compares, and to no scheduler.
 *
 * @param arrivalNs from the beginning of the work
 * @param user who is to be treated as fairly as others; empty where the row has no users
 * @param taskNs of each stage what each task takes, without reading its input
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ComparedJob(long arrivalNs, String user, JobSpec spec, long[][] taskNs) {

  private static final List<String> COMMAND = List.of("modelled");

  public ComparedJob {
    if (taskNs.length != spec.stages().size()) {
      throw new IllegalArgumentException("each stage of %s has times".formatted(spec.name()));
    }
  }

  /** A job of one stage without a user. */
  public static ComparedJob of(long arrivalNs, Resources each, long[] taskNs) {
    var stage = StageSpec.of("s", taskNs.length, each, COMMAND);
    return new ComparedJob(arrivalNs, "", JobSpec.of("job", stage), new long[][] {taskNs});
  }

  public ComparedJob with(JobSpec other) {
    return new ComparedJob(arrivalNs, user, other, taskNs);
  }

  public ComparedJob at(long otherNs) {
    return new ComparedJob(otherNs, user, spec, taskNs);
  }

  public int tasks() {
    return Arrays.stream(taskNs).mapToInt(each -> each.length).sum();
  }

  /** What all tasks take, one after the other. */
  public double workNs() {
    return Arrays.stream(taskNs).flatMapToLong(Arrays::stream).asDoubleStream().sum();
  }

  /**
   * Every stage says how long its tasks take on average: all that any scheduler knows of it.
   *
   * @param error by which factor the estimate of a stage is off
   */
  public ComparedJob estimated(DoubleSupplier error) {
    List<StageSpec> stages = new ArrayList<>();
    for (int stage = 0; stage < taskNs.length; stage++) {
      double meanNs = Arrays.stream(taskNs[stage]).average().orElse(0);
      long estimateNs = Math.max(1, Math.round(meanNs * error.getAsDouble()));
      stages.add(spec.stages().get(stage).withEstimate(estimateNs));
    }
    return with(spec.withStages(stages));
  }
}
