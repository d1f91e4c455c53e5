package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.compare.Manner;
import dev.muster.sim.compare.Monolithic;
import dev.muster.sim.compare.Offers;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.omega.OmegaLedger.TrackedJob;
import dev.muster.workload.JobList.Listed;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * One run of a job list through a cell, measured as the simulator of the Omega paper measures.
 *
 * <p>There a decision is in force the moment it is thought. In our cells that takes messages and a
 * log, so production schedulers think that much shorter.
 */
final class OmegaRun implements Machines {

  private static final long DELAY_NS = 1_000;

  /** A request for the state of the cell, and its answer. */
  private static final long SYNC_NS = 2 * DELAY_NS;

  private static final long COMMIT_NS = 2 * DELAY_NS + Simulation.COMMIT_NS;
  private static final long PREFILL_NS = 1_000_000_000L;

  /** When the clock of the job list starts: the cell is full as it should be by then. */
  private static final long START_NS = 10_000_000_000L;

  /** The other simulator looks at its cell so often, and ends with what happens first. */
  private static final long LOOK_NS = 1_000_000_000L;

  private static final String PREFILL = "prefill-";
  private static final long FOR_EVER_NS = Long.MAX_VALUE / 2;
  private static final int STEPS = 100;

  private final OmegaSetting setting;
  private final OmegaLedger ledger;
  private final SimCell cell;

  OmegaRun(OmegaSetting setting, List<Listed> list) {
    this.setting = setting;
    this.ledger = new OmegaLedger(list, setting, DELAY_NS);
    this.cell =
        SimCell.calm(
            setting.cell(this::thinkShared, (_, job, _) -> schedulerOf(job)),
            schedulers(),
            DELAY_NS,
            this,
            ledger,
            _ -> {});
    ledger.readTimeFrom(cell.simulation()::nowNs);
    prefill();
    for (var job : ledger.jobs()) {
      var spec = job(job.name, job.listed.tasks(), job.listed.each());
      cell.submit(START_NS + job.listed.submitNs(), job.name, spec);
    }
  }

  private SchedulerMaker schedulers() {
    var manner = new Manner(this::think, OmegaSetting.RETRY_NS, this::decided);
    int batchMachines = setting.size().batchMachines();
    return switch (setting.architecture()) {
      case SHARED -> SchedulerMaker.PRODUCTION;
      case OFFERS ->
          (_, _, spec, master) ->
              new Offers(
                  master,
                  manner,
                  setting.scheme().minOfferMillis(),
                  setting.lines(),
                  this::lineOf,
                  spec.seed());
      case STATIC_PARTITIONS -> monolithic(manner, machine -> machine < batchMachines ? 0 : 1);
      case MONOLITHIC_SINGLE, MONOLITHIC_MULTI -> monolithic(manner, _ -> 0);
    };
  }

  private static SchedulerMaker monolithic(Manner manner, IntUnaryOperator ownerOf) {
    return (index, _, spec, master) -> {
      IntPredicate mine = machine -> ownerOf.applyAsInt(machine) == index;
      var chance = Chance.of(spec.seed(), "fit of scheduler " + index);
      return new Monolithic(index, master, manner, mine, chance);
    };
  }

  /** Where machines are divided, each part has its share of what was there before. */
  private void prefill() {
    boolean divided = setting.architecture() == Architecture.STATIC_PARTITIONS;
    int number = 0;
    for (var job : setting.size().prefill()) {
      int first = divided ? setting.size().batchPart(job.tasks()) : job.tasks();
      prefill(0, number, first, job.each());
      prefill(1, number++, job.tasks() - first, job.each());
    }
  }

  private void prefill(int scheduler, int number, int tasks, Resources each) {
    if (tasks > 0) {
      var name = "%s%d-%d".formatted(PREFILL, number, scheduler);
      cell.submit(PREFILL_NS, name, job(name, tasks, each));
    }
  }

  private static JobSpec job(String name, int tasks, Resources each) {
    return JobSpec.of(name, StageSpec.of("s", tasks, each, List.of("modelled")))
        .withHome(name)
        .withPolicy(JobSpec.SHARED);
  }

  private int lineOf(JobSpec spec) {
    var job = ledger.find(spec);
    return job == null ? Offers.NO_FRAMEWORK : job.line;
  }

  private int schedulerOf(JobSpec spec) {
    var job = ledger.find(spec);
    int line = job == null ? prefillScheduler(spec.name()) : job.line;
    return Math.min(line, setting.schedulers() - 1);
  }

  private static int prefillScheduler(String name) {
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  /**
   * A scheduler for comparison begins to think. A framework decides about an offer when it comes,
   * and only its answer takes time.
   */
  private long think(JobSpec spec, long tasks) {
    var job = ledger.find(spec);
    if (job == null) {
      return 0;
    }
    long nowNs = cell.simulation().nowNs();
    long thoughtNs = setting.thinkNs(job.listed.service(), tasks);
    boolean atOnce = setting.architecture() == Architecture.OFFERS;
    job.lookedAt(nowNs, atOnce ? nowNs : nowNs + thoughtNs);
    return thoughtNs;
  }

  private void decided(JobSpec spec, long thoughtNs, int placed) {
    var job = ledger.find(spec);
    if (job != null) {
      ledger.decided(job, thoughtNs, placed, false);
    }
  }

  /** A production scheduler has the state of the cell and begins to think. */
  private long thinkShared(JobSpec spec, long tasks) {
    var job = ledger.find(spec);
    if (job == null) {
      return 0;
    }
    long nowNs = cell.simulation().nowNs();
    long thoughtNs = setting.thinkNs(job.listed.service(), tasks);
    job.lookedAt(nowNs - SYNC_NS, nowNs - SYNC_NS + thoughtNs);
    ledger.thinks(job, thoughtNs);
    if (job.isAbandoned()) {
      cell.simulation().at(nowNs + thoughtNs + OmegaSetting.RETRY_NS / 2, () -> giveUp(job));
    }
    return Math.max(0, thoughtNs - SYNC_NS - COMMIT_NS);
  }

  /**
   * The attempt is decided and the next not begun: the job is abandoned unless it found machines.
   */
  private void giveUp(TrackedJob job) {
    if (job.isAbandoned()) {
      cell.giveUp(cell.simulation().nowNs(), job.name);
    }
  }

  @Override
  public long durationNs(int node, Work work) {
    var job = ledger.find(work.home());
    return job == null ? FOR_EVER_NS : job.listed.durationNs();
  }

  /** Runs to the first event after the horizon. */
  OmegaResult run(PointRun point) {
    var simulation = cell.simulation();
    long horizonNs = START_NS + setting.horizonNs();
    for (int step = 1; step <= STEPS; step++) {
      simulation.runUntil(horizonNs - setting.horizonNs() / STEPS * (STEPS - step));
      point.at((double) step / STEPS);
    }
    long handled = simulation.events();
    while (simulation.events() == handled && simulation.stepUntil(horizonNs + LOOK_NS)) {}
    point.ended(simulation);
    return ledger.result(START_NS, simulation.nowNs());
  }
}
