package dev.muster.core.node.queue;

import dev.muster.core.actor.Chance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Opportunistic tasks that wait for spare capacity, by job.
 *
 * <p>Apollo draws the next job at random by weight, so that jobs share spare capacity in proportion
 * to their weights from the moment they arrive; Mercury takes the oldest job.
 */
public final class OpportunisticQueue {

  /** How the next job is chosen. */
  public enum Pick {
    /** At random by weight, after Apollo. */
    WEIGHTED_RANDOM,
    /** The job submitted first, after Mercury. */
    JOB_AGE
  }

  private static final class JobQueue {
    final TreeSet<QueuedTask> waiting =
        new TreeSet<>(Comparator.comparingLong(QueuedTask::arrival));
    final long submittedNs;
    final double weight;

    JobQueue(QueuedTask first) {
      this.submittedNs = first.demand().origin().submittedNs();
      this.weight = first.demand().origin().weight();
    }
  }

  private final Pick pick;
  private final Chance chance;
  private final TreeMap<Long, JobQueue> jobs = new TreeMap<>();
  private final TreeSet<QueuedTask> byAge =
      new TreeSet<>(Comparator.comparingLong(QueuedTask::arrival));
  private long workNs;

  OpportunisticQueue(Pick pick, Chance chance) {
    this.pick = pick;
    this.chance = chance;
  }

  void add(QueuedTask task) {
    jobs.computeIfAbsent(task.demand().origin().job(), _ -> new JobQueue(task)).waiting.add(task);
    byAge.add(task);
    workNs += task.workNs();
  }

  void remove(QueuedTask task) {
    var job = jobs.get(task.demand().origin().job());
    if (job == null || !job.waiting.remove(task)) {
      return;
    }
    byAge.remove(task);
    workNs -= task.workNs();
    if (job.waiting.isEmpty()) {
      jobs.remove(task.demand().origin().job());
    }
  }

  /** Chooses among the first task of each job that would fit; the task stays. */
  @Nullable QueuedTask next(Predicate<QueuedTask> fits) {
    List<JobQueue> able = new ArrayList<>();
    for (var job : jobs.values()) {
      if (fits.test(job.waiting.first())) {
        able.add(job);
      }
    }
    if (able.isEmpty()) {
      return null;
    }
    var chosen =
        switch (pick) {
          case WEIGHTED_RANDOM -> draw(able);
          case JOB_AGE -> oldest(able);
        };
    return chosen.waiting.first();
  }

  private JobQueue draw(List<JobQueue> able) {
    double total = 0;
    for (var job : able) {
      total += job.weight;
    }
    double point = chance.nextDouble() * total;
    for (var job : able) {
      point -= job.weight;
      if (point < 0) {
        return job;
      }
    }
    return able.getLast();
  }

  private static JobQueue oldest(List<JobQueue> able) {
    var oldest = able.getFirst();
    for (var job : able) {
      if (job.submittedNs < oldest.submittedNs) {
        oldest = job;
      }
    }
    return oldest;
  }

  /** The task that arrived last: the first to be shed. */
  @Nullable QueuedTask youngest() {
    return byAge.isEmpty() ? null : byAge.last();
  }

  /** How much work waits, by its estimates. */
  long workNs() {
    return workNs;
  }
}
