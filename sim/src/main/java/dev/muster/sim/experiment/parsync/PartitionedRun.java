package dev.muster.sim.experiment.parsync;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongSet;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import dev.muster.model.rule.JobRules;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.Network;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.parsync.JobFlow.FlowArrivals;
import dev.muster.workload.TaskTimes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Takes work through a cell. */
final class PartitionedRun implements Machines {

  /** When the work begins: all machines have joined by then. A whole number of gaps. */
  private static final long START_NS = 10_000_000_000L;

  /** How often the run checks whether it is over. */
  private static final long LOOK_NS = 100_000_000L;

  private final JobFlow flow;
  private final FlowArrivals arrivals;
  private final PreferredDraw preferred;
  private final TaskTimes times;
  private final PartitionedLedger ledger;
  private final SimCell cell;
  private long submitted;

  PartitionedRun(PartitionedCell setup, JobFlow flow, PartitionedLedger ledger) {
    this.flow = flow;
    this.arrivals = new FlowArrivals(flow, setup.schedulers());
    this.preferred = new PreferredDraw(setup.seed(), setup.slots());
    this.times = new TaskTimes(setup.seed(), flow.times());
    this.ledger = ledger;
    this.cell =
        new SimCell(
            setup.cell(),
            SchedulerMaker.PRODUCTION,
            NodeMaker.PRODUCTION,
            new Network.Fixed(setup.delayNs()),
            this,
            setup::skewNs,
            ledger,
            new JobAnswers(_ -> {}, this::ended));
    ledger.readTimeFrom(() -> simulation().nowNs() - START_NS);
  }

  /** Until all tasks are placed, or for so long. */
  PartitionedLedger untilPlaced(double seconds, PointRun point) {
    until(seconds, this::isPlaced, point::at);
    point.ended(simulation());
    return ledger;
  }

  /** The same as a part of a point, which counts its parts itself. */
  PartitionedLedger partUntilPlaced(double seconds, PointRun point) {
    until(seconds, this::isPlaced, _ -> point.checkWanted());
    point.ended(simulation());
    return ledger;
  }

  /** Until all tasks have run, or for so long. */
  PartitionedLedger untilEnded(double seconds, PointRun point) {
    until(seconds, () -> ledger.openJobs() == 0, point::at);
    point.ended(simulation());
    return ledger;
  }

  /** Whether all work has come and all of its tasks are placed. */
  boolean isAllPlaced() {
    return isDone(this::isPlaced);
  }

  private boolean isPlaced() {
    return ledger.waiting() == 0;
  }

  private void until(double seconds, BooleanSupplier isOver, DoubleConsumer progress) {
    long limitNs = Math.round(seconds * 1e9);
    for (long atNs = LOOK_NS; atNs <= limitNs && !isDone(isOver); atNs += LOOK_NS) {
      submitUntil(atNs);
      simulation().runUntil(START_NS + atNs);
      progress.accept((double) atNs / limitNs);
    }
    progress.accept(1);
  }

  private boolean isDone(BooleanSupplier isOver) {
    return submitted > 0 && arrivals.isOver() && isOver.getAsBoolean();
  }

  private void submitUntil(long untilNs) {
    while (!arrivals.isOver()) {
      int scheduler = arrivals.scheduler();
      long atNs = arrivals.atNs(scheduler);
      if (atNs > untilNs) {
        return;
      }
      cell.submit(START_NS + atNs, Long.toString(submitted++), job(scheduler));
      arrivals.advance(scheduler);
    }
  }

  private JobSpec job(int scheduler) {
    var where = preferred.next(flow.tasks(), flow.preferred());
    var stage =
        StageSpec.of("s", flow.tasks(), PartitionedCell.SLOT, List.of("modelled")).withWhere(where);
    return JobSpec.of(Integer.toString(scheduler), stage).withPolicy(JobSpec.PARTITIONED);
  }

  private void ended(JobReport report) {
    ledger.ended(report.job(), report.stages().getFirst().placed().preferred());
  }

  @Override
  public long durationNs(int node, Work work) {
    long durationNs = times.durationNs(work);
    var job = ledger.of(work.job());
    if (flow.speedup() < 1 && job.where.preferredBy(work.index()).contains(node)) {
      durationNs = Math.round(flow.speedup() * durationNs);
    }
    job.runNs += durationNs;
    return durationNs;
  }

  Simulation simulation() {
    return cell.simulation();
  }

  /** Draws the machines that each job prefers; others will do. */
  static final class PreferredDraw {

    /** With so little patience any other machine will do at once. */
    private static final long NO_PATIENCE_NS = 1;

    private final Chance chance;
    private final List<Integer> machines;

    PreferredDraw(long seed, int machines) {
      this.chance = Chance.of(seed, "preferences");
      this.machines = new ArrayList<>(machines);
      for (int machine = 0; machine < machines; machine++) {
        this.machines.add(machine);
      }
    }

    /**
     * A task may prefer {@link JobRules#MAX_PREFERRED} machines at most: where a job prefers more,
     * its tasks share them out in equal parts.
     */
    Where next(int tasks, int preferred) {
      if (preferred == 0) {
        return Where.ANYWHERE;
      }
      var drawn = draw(preferred);
      int parts = Math.ceilDiv(preferred, JobRules.MAX_PREFERRED);
      List<List<Integer>> prefer = new ArrayList<>(tasks);
      for (int part = 0; part < parts; part++) {
        var some =
            List.copyOf(drawn.subList(at(part, parts, preferred), at(part + 1, parts, preferred)));
        int count = at(part + 1, parts, tasks) - at(part, parts, tasks);
        prefer.addAll(Collections.nCopies(count, some));
      }
      return Where.ANYWHERE.withPrefer(prefer, NO_PATIENCE_NS);
    }

    /** Where a part begins. */
    private static int at(int part, int parts, int of) {
      return (int) ((long) part * of / parts);
    }

    private List<Integer> draw(int count) {
      var seen = new LongSet();
      List<Integer> drawn = new ArrayList<>(count);
      while (drawn.size() < count) {
        var machine = machines.get(chance.nextInt(machines.size()));
        if (seen.add(machine)) {
          drawn.add(machine);
        }
      }
      return drawn;
    }
  }
}
