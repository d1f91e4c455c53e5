package dev.muster.workload;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import java.util.List;
import java.util.function.Supplier;

/**
 * Draws each job from several kinds. Where arrivals are Poisson so are those of each kind, at its
 * share of the rate.
 */
public final class JobMix implements Supplier<JobSpec> {

  /**
   * A kind of job.
   *
   * @param weight how often it is drawn, relative to the other kinds
   */
  public record Kind(JobSpec job, double weight) {}

  private final List<Kind> kinds;
  private final double sum;
  private final Chance chance;

  public JobMix(List<Kind> kinds, Chance chance) {
    this.kinds = List.copyOf(kinds);
    this.sum = kinds.stream().mapToDouble(Kind::weight).sum();
    this.chance = chance;
  }

  @Override
  public JobSpec get() {
    double left = chance.nextDouble() * sum;
    for (var kind : kinds) {
      left -= kind.weight();
      if (left < 0) {
        return kind.job();
      }
    }
    return kinds.getLast().job();
  }
}
