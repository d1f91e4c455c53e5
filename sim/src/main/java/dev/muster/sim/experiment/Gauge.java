package dev.muster.sim.experiment;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.GetTask;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Measures a trial from outside of the actors.
 *
 * <p>A job's response time is taken twice: at its client, with the way through the master and its
 * log, and at its scheduler, from hearing of the job to the last result, as the papers do whose
 * schedulers have no master before them.
 */
final class Gauge implements Observer {

  private static final int DIGITS = 3;
  private static final long NOT_PLANNED = -1;

  /** How long tasks ran. */
  static final class Served {
    long ns;
  }

  /** A job that has not ended. */
  private static final class Job {
    final long number;
    String name = "";
    Served served = new Served();
    long submittedNs;
    long plannedNs = NOT_PLANNED;
    boolean waited;

    /** Whether its response time has been taken at its scheduler. */
    boolean placed;

    Job(long number) {
      this.number = number;
    }
  }

  private final long lastUncounted;
  private final long lastCounted;
  private final LongMap<Job> jobs = new LongMap<>();
  final Occupancy occupancy;
  private LongSupplier nowNs = () -> 0;

  final Histogram atClient = new Histogram(DIGITS);
  final Histogram atScheduler = new Histogram(DIGITS);
  final Map<String, Histogram> byName = new TreeMap<>();

  /** From when a job is heard of to the start of each task of its first stage. */
  final Histogram waits = new Histogram(DIGITS);

  final Map<String, Served> servedByName = new TreeMap<>();
  long windowFromNs = Long.MAX_VALUE;
  long windowUntilNs = Long.MAX_VALUE;

  long counted;

  /** Jobs that count and had not ended when the trial did. */
  long cutOff;

  long countedAtOnce;
  long messages;
  long tasks;
  long servedNs;
  private int asking;
  private long askingSinceNs;
  private long askedNs;

  Gauge(long lastUncounted, long lastCounted, Occupancy occupancy) {
    this.occupancy = occupancy;
    this.lastUncounted = lastUncounted;
    this.lastCounted = lastCounted;
  }

  void readTimeFrom(LongSupplier clock) {
    nowNs = clock;
  }

  private long now() {
    return nowNs.getAsLong();
  }

  /** Whether a scheduler has heard of the last job that counts. */
  boolean isWindowClosed() {
    return windowUntilNs != Long.MAX_VALUE;
  }

  /** All the time, over all slots, that room was held while its node asked for a task. */
  long idleAskingNs() {
    return askedNs + asking * (now() - askingSinceNs);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (to.role() == Role.NODE || to.role() == Role.SCHEDULER) {
      messages++;
    }
    if (event instanceof GetTask) {
      asking(+1);
    } else if (event instanceof JobFinished ended) {
      placed(ended.report().job());
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof LaunchTask || event instanceof NoTask) {
      asking(-1);
    } else if (event instanceof RunExited) {
      occupancy.ended(to.index());
    } else if (event instanceof AssignJob plan) {
      planned(plan);
    }
  }

  private void asking(int change) {
    askedNs += asking * (now() - askingSinceNs);
    askingSinceNs = now();
    asking += change;
  }

  private void planned(AssignJob plan) {
    var job = job(plan.job());
    if (job.plannedNs != NOT_PLANNED) {
      return; // told again before the word that it was taken came back
    }
    job.name = plan.spec().name();
    job.served = servedByName.computeIfAbsent(job.name, _ -> new Served());
    job.plannedNs = now();
    if (isCounted(plan.job())) {
      occupancy.look();
    }
    if (plan.job() == lastUncounted + 1) {
      windowFromNs = now();
    } else if (plan.job() == lastCounted) {
      windowUntilNs = now();
    }
  }

  /** A task starts, and will take so long. */
  void launched(int node, Work work, long durationNs) {
    tasks++;
    occupancy.started(node);
    servedNs += durationNs;
    var job = job(work.job());
    if (now() >= windowFromNs && now() <= windowUntilNs) {
      job.served.ns += durationNs;
    }
    if (work.stage() == 0 && isCounted(work.job())) {
      long waitNs = now() - job.plannedNs;
      waits.recordValue(waitNs);
      job.waited |= waitNs > 0;
    }
  }

  private void placed(long number) {
    var job = job(number);
    if (isCounted(number) && !job.placed) {
      job.placed = true;
      long responseNs = now() - job.plannedNs;
      atScheduler.recordValue(responseNs);
      byName.computeIfAbsent(job.name, _ -> new Histogram(DIGITS)).recordValue(responseNs);
      counted++;
      countedAtOnce += job.waited ? 0 : 1;
    }
  }

  /** Jobs that count and have not ended count with the time that they have taken so far. */
  void stop() {
    for (var job : jobs.values()) {
      if (isCounted(job.number)) {
        cutOff += job.placed ? 0 : 1;
        cut(job);
      }
    }
  }

  private void cut(Job job) {
    if (job.plannedNs != NOT_PLANNED) {
      placed(job.number);
      ended(job.number);
    }
  }

  void accepted(long job, long submittedNs) {
    job(job).submittedNs = submittedNs;
  }

  /** The client hears of a job's end; true where the job counts. */
  boolean ended(long number) {
    var job = jobs.remove(number);
    if (job == null || !isCounted(number)) {
      return false;
    }
    atClient.recordValue(now() - job.submittedNs);
    return true;
  }

  private boolean isCounted(long job) {
    return job > lastUncounted && job <= lastCounted;
  }

  private Job job(long number) {
    var known = jobs.find(number);
    if (known != null) {
      return known;
    }
    var seen = new Job(number);
    jobs.put(number, seen);
    return seen;
  }
}
