package dev.muster.sim.experiment.mercury;

import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/**
 * A load of guaranteed tasks that is what it should be at any time, and more opportunistic tasks
 * than there is room for.
 */
final class PolicedRun implements Machines {

  private static final double S = 1e9;

  /** Of every message, one way. */
  private static final long DELAY_NS = 500_000;

  /** All nodes have joined. */
  private static final long START_NS = 10_000_000_000L;

  private static final long STEP_NS = 1_000_000_000;
  private static final String OPPORTUNISTIC = "opportunistic-";

  /** So many times the slots are opportunistic tasks that have not ended: some wait everywhere. */
  private static final double PLENTY = 4;

  private final SlotCell setting;
  private final DoubleUnaryOperator load;
  private final long taskNs;
  private final int jobTasks;
  private final SimCell cell;
  final PolicedLedger ledger;

  /** Of opportunistic jobs that have not ended. */
  private final Set<Long> opportunistic = new TreeSet<>();

  private int openOpportunistic;
  private long submitted;
  private double nextNs = START_NS;

  /**
   * @param load of guaranteed tasks as a part of all slots, by the seconds since the run began
   * @param jobTasks of each job
   */
  PolicedRun(SlotCell setting, DoubleUnaryOperator load, long taskNs, int jobTasks) {
    this.setting = setting;
    this.load = load;
    this.taskNs = taskNs;
    this.jobTasks = jobTasks;
    this.ledger = new PolicedLedger(setting.nodes(), setting.cores());
    this.cell =
        SimCell.calm(
            setting.spec(),
            SchedulerMaker.PRODUCTION,
            DELAY_NS,
            this,
            ledger,
            new JobAnswers(this::accepted, this::ended));
    ledger.readTimeFrom(cell.simulation()::nowNs);
  }

  PolicedRun toEnd(double warmSeconds, double seconds, PointRun point) {
    long fromNs = START_NS + Math.round(warmSeconds * S);
    long untilNs = fromNs + Math.round(seconds * S);
    ledger.count(fromNs, untilNs);
    var simulation = cell.simulation();
    for (long atNs = START_NS; atNs < untilNs; ) {
      atNs = Math.min(untilNs, atNs + STEP_NS);
      submit(atNs);
      simulation.runUntil(atNs);
      if (atNs > fromNs) {
        ledger.sample(load.applyAsDouble((atNs - START_NS) / S));
      }
      point.at((double) (atNs - START_NS) / (untilNs - START_NS));
    }
    point.ended(simulation);
    return this;
  }

  private void submit(long untilNs) {
    for (; nextNs < untilNs; nextNs += jobTasks * taskNs / perTask()) {
      cell.submit((long) nextNs, Long.toString(submitted++), job(JobSpec.CENTRAL));
    }
    while (openOpportunistic * (double) jobTasks < PLENTY * setting.slots()) {
      openOpportunistic++;
      long atNs = cell.simulation().nowNs();
      cell.submit(Math.max(START_NS, atNs), OPPORTUNISTIC + submitted++, job(JobSpec.HYBRID));
    }
  }

  /** How many tasks should run. */
  private double perTask() {
    return setting.slots() * load.applyAsDouble((nextNs - START_NS) / S);
  }

  private JobSpec job(String policy) {
    var stage = StageSpec.of("s", jobTasks, SlotCell.SLOT, List.of("modelled"));
    return JobSpec.of(policy, stage.withEstimate(taskNs)).withPolicy(policy);
  }

  private void accepted(JobAccepted accepted) {
    if (accepted.key().startsWith(OPPORTUNISTIC)) {
      opportunistic.add(accepted.job());
    }
  }

  private void ended(JobReport report) {
    if (opportunistic.remove(report.job())) {
      openOpportunistic--;
    }
  }

  @Override
  public long durationNs(int node, Work work) {
    return taskNs;
  }
}
