package dev.muster.core.node;

import dev.muster.core.actor.Chance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Opportunistic tasks that wait for something idle, gathered by job.
 *
 * <p>Apollo draws the next job at random by weight, so that jobs share what is idle in proportion
 * to it from the moment they come; Mercury takes the oldest job.
 */
final class Opportunists {

  private static final class Job {
    final TreeSet<Entry> waiting = new TreeSet<>(Comparator.comparingLong(entry -> entry.arrival));
    final long submittedNs;
    final double weight;

    Job(Entry first) {
      this.submittedNs = first.demand.origin().submittedNs();
      this.weight = first.demand.origin().weight();
    }
  }

  private final OpportunisticPick pick;
  private final Chance chance;
  private final TreeMap<Long, Job> jobs = new TreeMap<>();
  private final TreeSet<Entry> byAge =
      new TreeSet<>(Comparator.comparingLong(each -> each.arrival));
  private long workNs;

  Opportunists(OpportunisticPick pick, Chance chance) {
    this.pick = pick;
    this.chance = chance;
  }

  void add(Entry entry) {
    jobs.computeIfAbsent(entry.demand.origin().job(), _ -> new Job(entry)).waiting.add(entry);
    byAge.add(entry);
    workNs += entry.workNs();
  }

  void remove(Entry entry) {
    var job = jobs.get(entry.demand.origin().job());
    if (job == null || !job.waiting.remove(entry)) {
      return;
    }
    byAge.remove(entry);
    workNs -= entry.workNs();
    if (job.waiting.isEmpty()) {
      jobs.remove(entry.demand.origin().job());
    }
  }

  /** The next one among the first of each job that would fit; it stays where it is. */
  @Nullable Entry next(Predicate<Entry> fits) {
    List<Job> able = new ArrayList<>();
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

  private Job draw(List<Job> able) {
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

  private static Job oldest(List<Job> able) {
    var oldest = able.getFirst();
    for (var job : able) {
      if (job.submittedNs < oldest.submittedNs) {
        oldest = job;
      }
    }
    return oldest;
  }

  /** The one that came last: the first to go where there are too many. */
  @Nullable Entry youngest() {
    return byAge.isEmpty() ? null : byAge.last();
  }

  /** How much work waits, by the estimates that were given. */
  long workNs() {
    return workNs;
  }
}
