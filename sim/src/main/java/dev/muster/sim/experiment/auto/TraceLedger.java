package dev.muster.sim.experiment.auto;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.sim.experiment.Ledger;
import dev.muster.workload.TimedJobs.TimedJob;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Takes the response time of each job: from when its scheduler receives the job to the end of its
 * last task.
 */
final class TraceLedger extends Ledger {

  private static final long NOT_PLANNED = -1;

  private final List<TimedJob> jobs;
  private final int machines;
  private final long[] plannedNs;
  private final long[] endNs;
  private final long[] taskStartNs;
  private final long[] taskEndNs;
  private int tasks;
  private long messages;
  private long reservations;
  private long busyAnswers;

  TraceLedger(List<TimedJob> jobs, int machines, int schedulers) {
    super(schedulers);
    this.jobs = jobs;
    this.machines = machines;
    this.plannedNs = new long[jobs.size()];
    this.endNs = new long[jobs.size()];
    int allTasks = jobs.stream().mapToInt(job -> job.taskNs().length).sum();
    this.taskStartNs = new long[allTasks];
    this.taskEndNs = new long[allTasks];
    Arrays.fill(plannedNs, NOT_PLANNED);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    super.sent(to, event);
    messages += to.role() == Role.NODE || to.role() == Role.SCHEDULER ? 1 : 0;
    reservations += event instanceof EnqueueReservation ? 1 : 0;
    busyAnswers += event instanceof NodeBusy ? 1 : 0;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof AssignJob plan) {
      int job = Integer.parseInt(plan.spec().home());
      plannedNs[job] = plannedNs[job] == NOT_PLANNED ? nowNs() : plannedNs[job];
    }
  }

  /** A task starts, and will take so long. */
  void launched(int job, long durationNs) {
    taskStartNs[tasks] = nowNs();
    taskEndNs[tasks++] = nowNs() + durationNs;
    endNs[job] = Math.max(endNs[job], nowNs() + durationNs);
  }

  /** Once all jobs have ended. */
  TraceResult result() {
    long firstNs = Arrays.stream(plannedNs).min().orElseThrow();
    long lastNs = Arrays.stream(plannedNs).max().orElseThrow();
    return new TraceResult(
        times(false),
        times(true),
        utilisation(firstNs, lastNs),
        utilisation(firstNs, Arrays.stream(endNs).max().orElseThrow()),
        (double) messages / tasks,
        (double) reservations / tasks,
        (double) busyAnswers / tasks);
  }

  /** The share of all slots that ran tasks, on average from one time to another. */
  private double utilisation(long fromNs, long untilNs) {
    double sumNs = 0;
    for (int task = 0; task < tasks; task++) {
      sumNs += Math.max(0, Math.min(untilNs, taskEndNs[task]) - taskStartNs[task]);
    }
    return sumNs / machines / Math.max(1, untilNs - fromNs);
  }

  private TraceResult.JobTimes times(boolean isLong) {
    int[] chosen =
        IntStream.range(0, jobs.size()).filter(job -> jobs.get(job).isLong() == isLong).toArray();
    var responseNs = new double[chosen.length];
    var slowdown = new double[chosen.length];
    for (int at = 0; at < chosen.length; at++) {
      int job = chosen[at];
      responseNs[at] = endNs[job] - plannedNs[job];
      double longestNs = Arrays.stream(jobs.get(job).taskNs()).asDoubleStream().max().orElseThrow();
      slowdown[at] = responseNs[at] / Math.max(TraceResult.S, longestNs);
    }
    return new TraceResult.JobTimes(responseNs, slowdown);
  }
}
