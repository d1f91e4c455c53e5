package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.SearchOrder;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.model.JobSpec;

/**
 * So long for each task, and longer by a factor where all partitions are searched for the best
 * machines and not the freshest alone.
 */
record SearchTime(long perTaskNs, double search) implements Thinking {

  @Override
  public long ns(JobSpec job, long tasks) {
    return perTaskNs * tasks;
  }

  @Override
  public long ns(JobSpec job, long tasks, SearchOrder way) {
    return way == SearchOrder.LATENCY ? ns(job, tasks) : Math.round(search * perTaskNs * tasks);
  }
}
