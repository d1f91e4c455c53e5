package dev.muster.sim.experiment;

import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.workload.Workload;
import java.util.function.UnaryOperator;

/**
 * One pass of work through a cell in which nothing goes wrong: a point of a figure.
 *
 * <p>Jobs that arrive in the warm-up are not counted. Arrivals go on until every counted job has
 * ended, so that the last of them find the cell as full as the first; but no longer than {@link
 * #COOL_DOWN} says, because one task may take for ever. What has not ended then counts with the
 * time that it has taken; a claim stands on few such jobs at most, see {@link Swept#judged}.
 *
 * @param delayNs of every message, one way
 * @param work is used up by the run
 * @param jobs how many jobs warm the cell up or are counted
 * @param warmUp the share of them that is not counted
 */
public record Trial(
    CellSpec cell, SchedulerMaker scheduler, long delayNs, Workload work, int jobs, double warmUp) {

  private static final int MILLIS_PER_CORE = 1_000;

  public static final double WARM_UP = 0.1;

  /** How many jobs may follow those that are counted, as a share of them all. */
  static final double COOL_DOWN = 1;

  /** With production schedulers and the usual warm-up. */
  public static Trial of(CellSpec cell, long delayNs, Workload work, int jobs) {
    return new Trial(cell, SchedulerMaker.PRODUCTION, delayNs, work, jobs, WARM_UP);
  }

  public Trial withScheduler(SchedulerMaker other) {
    return new Trial(cell, other, delayNs, work, jobs, warmUp);
  }

  /** In the same cell but for one thing. */
  public Trial withCell(UnaryOperator<CellSpec> change) {
    return new Trial(change.apply(cell), scheduler, delayNs, work, jobs, warmUp);
  }

  public Trial withWarmUp(double share) {
    return new Trial(cell, scheduler, delayNs, work, jobs, share);
  }

  /** The jobs of the warm-up have the numbers up to this one. */
  long lastUncounted() {
    return (long) Math.floor(jobs * warmUp);
  }

  long arrivalsAfter() {
    return (long) Math.ceil(jobs * COOL_DOWN);
  }

  /** Of nodes that are alike: slots are cores. */
  Occupancy occupancy() {
    int slots = (int) Math.max(1, cell.capacities().getFirst().cpuMillis() / MILLIS_PER_CORE);
    return new Occupancy(cell.nodes(), slots);
  }

  public Outcome run(Experiment.Progress progress) {
    return new TrialRun(this).toEnd(progress);
  }
}
