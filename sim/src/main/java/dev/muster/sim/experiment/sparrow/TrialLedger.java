package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.sim.experiment.Ledger;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts what a trial shows.
 *
 * <p>A job's response time is taken twice: at its client, with the way through the master and its
 * log, and at its scheduler, from hearing of the job to the last result, as the papers do whose
 * schedulers have no master before them.
 */
final class TrialLedger extends Ledger {

  private static final int DIGITS = 3;
  private static final long NOT_PLANNED = -1;

  /** How long tasks ran. */
  private static final class ServedTime {
    private long ns;
  }

  /** A job that has not ended. */
  private static final class TrialJob {
    private final long number;
    private String name = "";
    private ServedTime served = new ServedTime();
    private long submittedNs;
    private long plannedNs = NOT_PLANNED;
    private boolean waited;

    /** Whether its response time has been taken at its scheduler. */
    private boolean responded;

    TrialJob(long number) {
      this.number = number;
    }
  }

  private final long lastUncounted;
  private final long lastCounted;
  private final LongMap<TrialJob> jobs = new LongMap<>();

  private final int slotsPerNode;
  private final int[] runningOn;
  private final IntList fullNodesSeen = new IntList();
  private int fullNodes;

  final Histogram atClient = new Histogram(DIGITS);
  final Histogram atScheduler = new Histogram(DIGITS);

  /** As {@link #atScheduler}, of the later half of the jobs that count. */
  final Histogram later = new Histogram(DIGITS);

  final Map<String, Histogram> byName = new TreeMap<>();

  private final Map<String, ServedTime> servedByName = new TreeMap<>();
  private long windowFromNs = Long.MAX_VALUE;
  private long windowUntilNs = Long.MAX_VALUE;

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

  TrialLedger(long lastUncounted, long lastCounted, int nodes, int slotsPerNode, int schedulers) {
    super(schedulers);
    this.lastUncounted = lastUncounted;
    this.lastCounted = lastCounted;
    this.slotsPerNode = slotsPerNode;
    this.runningOn = new int[nodes];
  }

  long toCount() {
    return lastCounted - lastUncounted;
  }

  /** Whether a scheduler has received the last job that counts. */
  boolean isWindowClosed() {
    return windowUntilNs != Long.MAX_VALUE;
  }

  /** All the time, over all slots, that a slot was held while its node waited for a task. */
  long idleAskingNs() {
    return askedNs + asking * (nowNs() - askingSinceNs);
  }

  /** How many tasks of jobs of this name ran at a time, on average over the counted arrivals. */
  double running(String name) {
    var served = servedByName.get(name);
    return served == null ? 0 : served.ns / (double) (windowUntilNs - windowFromNs);
  }

  /** The share of nodes without a free slot that each counted job found. */
  double[] fullNodesFound() {
    double[] shares = new double[fullNodesSeen.size()];
    for (int at = 0; at < shares.length; at++) {
      shares[at] = (double) fullNodesSeen.at(at) / runningOn.length;
    }
    return shares;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (to.role() == Role.NODE || to.role() == Role.SCHEDULER) {
      messages++;
    }
    if (event instanceof GetTask) {
      asking(+1);
    } else if (event instanceof JobFinished ended) {
      responded(ended.report().job());
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof LaunchTask || event instanceof NoTask) {
      asking(-1);
    } else if (event instanceof RunExited) {
      fullNodes -= runningOn[to.index()]-- == slotsPerNode ? 1 : 0;
    } else if (event instanceof AssignJob plan) {
      received(plan);
    }
  }

  private void asking(int change) {
    askedNs += asking * (nowNs() - askingSinceNs);
    askingSinceNs = nowNs();
    asking += change;
  }

  private void received(AssignJob plan) {
    var job = job(plan.job());
    if (job.plannedNs != NOT_PLANNED) {
      return; // sent again before it was acknowledged
    }
    job.name = plan.spec().name();
    job.served = servedByName.computeIfAbsent(job.name, _ -> new ServedTime());
    job.plannedNs = nowNs();
    if (isCounted(plan.job())) {
      fullNodesSeen.add(fullNodes);
    }
    if (plan.job() == lastUncounted + 1) {
      windowFromNs = nowNs();
    } else if (plan.job() == lastCounted) {
      windowUntilNs = nowNs();
    }
  }

  /** A task starts, and will take so long. */
  void launched(int node, Work work, long durationNs) {
    tasks++;
    fullNodes += ++runningOn[node] == slotsPerNode ? 1 : 0;
    servedNs += durationNs;
    var job = job(work.job());
    if (nowNs() >= windowFromNs && nowNs() <= windowUntilNs) {
      job.served.ns += durationNs;
    }
    if (work.stage() == 0 && isCounted(work.job())) {
      job.waited |= nowNs() > job.plannedNs;
    }
  }

  private void responded(long number) {
    var job = job(number);
    if (isCounted(number) && !job.responded) {
      job.responded = true;
      long responseNs = nowNs() - job.plannedNs;
      atScheduler.recordValue(responseNs);
      if (number > lastUncounted + toCount() / 2) {
        later.recordValue(responseNs);
      }
      byName.computeIfAbsent(job.name, _ -> new Histogram(DIGITS)).recordValue(responseNs);
      counted++;
      countedAtOnce += job.waited ? 0 : 1;
    }
  }

  /** Jobs that count and have not ended count with the time that they have taken so far. */
  void stop() {
    for (var job : jobs.values()) {
      if (isCounted(job.number)) {
        cutOff += job.responded ? 0 : 1;
        if (job.plannedNs != NOT_PLANNED) {
          responded(job.number);
          ended(job.number);
        }
      }
    }
  }

  void accepted(long job, long submittedNs) {
    job(job).submittedNs = submittedNs;
  }

  /** The client receives the end of a job; true where the job counts. */
  boolean ended(long number) {
    var job = jobs.remove(number);
    if (job == null || !isCounted(number)) {
      return false;
    }
    atClient.recordValue(nowNs() - job.submittedNs);
    return true;
  }

  private boolean isCounted(long job) {
    return job > lastUncounted && job <= lastCounted;
  }

  private TrialJob job(long number) {
    var known = jobs.find(number);
    if (known != null) {
      return known;
    }
    var seen = new TrialJob(number);
    jobs.put(number, seen);
    return seen;
  }
}
