package dev.muster.sim.experiment.parsync;

import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.Where;
import dev.muster.sim.experiment.Ledger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Counts what becomes of tasks in bins. A task waits from the moment its scheduler is handed its
 * job until the cell has accepted a claim for it. Times are from the beginning of the work.
 */
final class PartitionedLedger extends Ledger {

  private static final int NOWHERE = -1;
  private static final int HALVES = 2;

  /** A job under way, and where its tasks would rather be. */
  static final class FlowJob {
    final int scheduler;
    final int tasks;
    final Where where;
    final long submittedNs;
    int transactions;
    int waiting;
    long placedNs;
    long endedNs;

    /** How many of its tasks got a machine that they prefer; known at its end. */
    long preferred;

    /** What its tasks take, those that have started so far. */
    long runNs;

    FlowJob(int scheduler, int tasks, Where where, long submittedNs) {
      this.scheduler = scheduler;
      this.tasks = tasks;
      this.where = where;
      this.submittedNs = submittedNs;
      this.waiting = tasks;
    }
  }

  /** Which bin a job counts in at a time; negative for none. */
  @FunctionalInterface
  private interface Binning {
    int bin(FlowJob job, long nowNs);
  }

  private final Binning binning;
  private final int[] grades;
  private final List<DelayTally> bins = new ArrayList<>();
  private final Map<Long, FlowJob> open = new HashMap<>();
  private long waiting;
  private long lastPlacedNs;

  private PartitionedLedger(
      int schedulers, int bins, boolean spread, int[] grades, Binning binning) {
    super(schedulers);
    this.binning = binning;
    this.grades = grades;
    for (int bin = 0; bin < bins; bin++) {
      this.bins.add(new DelayTally(spread));
    }
  }

  /** All in one bin. */
  static PartitionedLedger totals(int schedulers) {
    return new PartitionedLedger(schedulers, 1, false, new int[0], (_, _) -> 0);
  }

  /** The first transaction of each job alone. */
  static PartitionedLedger firstTransactions(int schedulers) {
    return new PartitionedLedger(
        schedulers, 1, false, new int[0], (job, _) -> job.transactions == 0 ? 0 : NOWHERE);
  }

  /**
   * The two halves of the time between synchronisations. Only what is between the two times counts.
   *
   * @param bySubmission whether it counts when its job was submitted, and not when the cell judged
   */
  static PartitionedLedger halves(
      PartitionedCell cell, long fromNs, long untilNs, boolean bySubmission) {
    return new PartitionedLedger(
        cell.schedulers(),
        HALVES,
        false,
        new int[0],
        (job, nowNs) -> {
          long atNs = bySubmission ? job.submittedNs : nowNs;
          long sinceNs = cell.sinceRefreshNs(job.scheduler, atNs);
          return atNs >= fromNs && atNs < untilNs
              ? (int) (HALVES * sinceNs / cell.refresh().gapNs())
              : NOWHERE;
        });
  }

  /**
   * One interval after the other, of each group of schedulers, which belong to the groups in turns.
   * What comes after the end counts in the last interval.
   *
   * @param grades of the machines, in tenths of a score; none where scores are not counted
   */
  static PartitionedLedger intervals(
      int schedulers, double binSeconds, double seconds, int groups, int[] grades) {
    int count = (int) Math.ceil(seconds / binSeconds);
    return new PartitionedLedger(
        schedulers,
        groups * count,
        true,
        grades,
        (job, nowNs) ->
            job.scheduler % groups * count + Math.min(count - 1, (int) (nowNs / 1e9 / binSeconds)));
  }

  List<DelayTally> bins() {
    return bins;
  }

  DelayTally total() {
    return bins.getFirst();
  }

  @Override
  protected void planned(int scheduler, AssignJob plan) {
    var stage = plan.spec().stages().getFirst();
    waiting += stage.tasks();
    open.put(plan.job(), new FlowJob(scheduler, stage.tasks(), stage.where(), nowNs()));
  }

  @Override
  protected void decided(DecidedTransaction transaction) {
    decided(of(transaction.transaction().requests().getFirst().job()), transaction);
  }

  void decided(FlowJob job, DecidedTransaction transaction) {
    long now = nowNs();
    int accepted = transaction.accepted();
    int bin = binning.bin(job, now);
    if (bin >= 0) {
      bins.get(bin).decided(now - job.submittedNs, accepted, transaction.rejected());
      if (grades.length > 0) {
        transaction.eachMachine(machine -> bins.get(bin).graded(grades[machine]));
      }
    }
    job.transactions++;
    job.waiting -= accepted;
    waiting -= accepted;
    if (accepted > 0) {
      lastPlacedNs = now;
    }
    if (job.waiting == 0) {
      job.placedNs = now;
    }
  }

  void ended(long number, long preferred) {
    ended(of(number), preferred);
    open.remove(number);
  }

  void ended(FlowJob job, long preferred) {
    job.endedNs = nowNs();
    job.preferred = preferred;
    int bin = binning.bin(job, job.placedNs);
    if (bin >= 0) {
      bins.get(bin).ended(job);
    }
  }

  /** A job that has not ended. */
  FlowJob of(long number) {
    return Objects.requireNonNull(open.get(number));
  }

  /** Tasks that are not placed yet. */
  long waiting() {
    return waiting;
  }

  int openJobs() {
    return open.size();
  }

  /** When the last task was placed that is. */
  double placedSeconds() {
    return lastPlacedNs / 1e9;
  }
}
