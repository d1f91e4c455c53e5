package dev.muster.sim.machine;

import dev.muster.core.actor.Work;
import dev.muster.workload.Distribution;
import dev.muster.workload.TaskTimes;

/**
 * What makes tasks of one stage differ in ways that nobody can know before.
 *
 * @param sigma of the cpu time per byte, which is lognormal around its median
 * @param earlyShare of tasks that stop before they have read all of their input
 * @param slowShare of attempts that are slowed
 * @param slowdown how many times longer those take, after their start-up
 */
public record Disturbance(
    long seed, double sigma, double earlyShare, double slowShare, double slowdown) {

  /** For each kind of draw its own stream. */
  private static final long CPU = 0x6370_7500;

  private static final long EARLY = 0x6561_7200;
  private static final long PART = 0x7061_7200;
  private static final long SLOW = 0x736C_6F00;

  public static final Disturbance NONE = new Disturbance(0, 0, 0, 0, 1);

  /** Of the cpu time. */
  public double cpuFactor(Work work) {
    return new Distribution.Lognormal(1, sigma).quantileNs(TaskTimes.unit(seed + CPU, work));
  }

  /** Of its input that a task reads and works on; 1 for most. */
  double readPart(Work work) {
    boolean early = TaskTimes.unit(seed + EARLY, work) < earlyShare;
    return early ? TaskTimes.unit(seed + PART, work) : 1;
  }

  /** Whether something on its node slows the attempt; another attempt need not be slowed. */
  public boolean isSlowed(Work work) {
    return TaskTimes.unitOfAttempt(seed + SLOW, work) < slowShare;
  }
}
