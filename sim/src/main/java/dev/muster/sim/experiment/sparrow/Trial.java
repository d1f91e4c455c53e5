package dev.muster.sim.experiment.sparrow;

import com.sun.management.ThreadMXBean;
import dev.muster.core.actor.Work;
import dev.muster.model.JobReport;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.workload.Workload;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * One pass of work through a cell in which nothing goes wrong: a point of a figure.
 *
 * <p>Jobs that arrive in the warm-up are not counted. Arrivals go on until every counted job has
 * ended, so that the last of them find the cell as full as the first; but no longer than {@link
 * #COOL_DOWN} says, because one task may take for ever. What has not ended then counts with the
 * time that it has taken; a claim stands on few such jobs at most, see {@link SweptTrials}.
 *
 * @param delayNs of every message, one way
 * @param work is used up by the run
 * @param jobs how many jobs warm the cell up or are counted
 * @param warmUp the share of them that is not counted
 */
public record Trial(
    CellSpec cell, SchedulerMaker scheduler, long delayNs, Workload work, int jobs, double warmUp) {

  private static final int MILLIS_PER_CORE = 1_000;

  static final double WARM_UP = 0.1;

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
  Trial withCell(UnaryOperator<CellSpec> change) {
    return new Trial(change.apply(cell), scheduler, delayNs, work, jobs, warmUp);
  }

  Trial withWarmUp(double share) {
    return new Trial(cell, scheduler, delayNs, work, jobs, share);
  }

  /** Slots are cores, of nodes that are alike. */
  private TrialLedger ledger() {
    long lastUncounted = (long) Math.floor(jobs * warmUp);
    int slots = (int) Math.max(1, cell.capacities().getFirst().cpuMillis() / MILLIS_PER_CORE);
    return new TrialLedger(lastUncounted, jobs, cell.nodes(), slots, cell.schedulers());
  }

  public TrialResult run(PointRun point) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytesBefore = threads.getCurrentThreadAllocatedBytes();
    var underWay = new UnderWay(this);
    underWay.toEnd(point);
    return new TrialResult(
        underWay.ledger,
        underWay.simulation.traceHash(),
        underWay.simulation.nowNs(),
        threads.getCurrentThreadAllocatedBytes() - bytesBefore);
  }

  /** Submits jobs as their time comes and receives how they end. */
  private static final class UnderWay implements Machines {

    private final Trial trial;
    private final TrialLedger ledger;
    private final SimCell cell;
    private final Simulation simulation;
    private final Map<String, Long> submittedNs = new LinkedHashMap<>();
    private long submitted;
    private long countedLeft;
    private long lastArrival = Long.MAX_VALUE;

    UnderWay(Trial trial) {
      this.trial = trial;
      this.ledger = trial.ledger();
      this.countedLeft = ledger.toCount();
      this.cell =
          SimCell.calm(
              trial.cell,
              trial.scheduler,
              trial.delayNs,
              this,
              ledger,
              new JobAnswers(
                  accepted -> ledger.accepted(accepted.job(), submittedAt(accepted.key())),
                  this::ended));
      this.simulation = cell.simulation();
      ledger.readTimeFrom(simulation::nowNs);
    }

    void toEnd(PointRun point) {
      while (countedLeft > 0 && !hasCooledDown()) {
        submitNext();
        point.at(Math.min(1, (double) submitted / trial.jobs));
      }
      ledger.stop();
      point.at(1);
      point.ended(simulation);
    }

    /** Whether as many as may have followed the last counted job since a scheduler received it. */
    private boolean hasCooledDown() {
      if (ledger.isWindowClosed()) {
        lastArrival = Math.min(lastArrival, submitted + (long) Math.ceil(trial.jobs * COOL_DOWN));
      }
      return submitted >= lastArrival;
    }

    private void submitNext() {
      long atNs = trial.work.arrivals().nextNs();
      var key = Long.toString(submitted++);
      submittedNs.put(key, atNs);
      cell.submit(atNs, key, trial.work.jobs().get());
      while (countedLeft > 0 && simulation.stepUntil(atNs)) {}
    }

    private long submittedAt(String key) {
      var atNs = submittedNs.remove(key);
      if (atNs == null) {
        throw new ExperimentFailed("the cell accepted a job that nobody submitted: " + key);
      }
      return atNs;
    }

    private void ended(JobReport report) {
      countedLeft -= ledger.ended(report.job()) ? 1 : 0;
    }

    @Override
    public long durationNs(int node, Work work) {
      long durationNs = trial.work.times().applyAsLong(work);
      ledger.launched(node, work, durationNs);
      return durationNs;
    }
  }
}
