package dev.muster.core.scheduler.place;

import dev.muster.model.JobSpec;

/** The same for all jobs: {@code perJobNs + perTaskNs × tasks}. */
public record ThinkTime(long perJobNs, long perTaskNs) implements Thinking {

  public static final ThinkTime NONE = new ThinkTime(0, 0);

  @Override
  public long ns(JobSpec job, long tasks) {
    return perJobNs + perTaskNs * tasks;
  }
}
