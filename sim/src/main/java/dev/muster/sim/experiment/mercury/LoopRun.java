package dev.muster.sim.experiment.mercury;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.model.JobReport;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import java.util.Map;
import java.util.TreeMap;

/** Some time of a cell in which as many jobs are under way as there should be. */
final class LoopRun implements Machines {

  /**
   * Nodes that take longer than anybody expects.
   *
   * @param nodes how many, spread over the cell
   * @param slowdown how many times longer
   * @param startsSlowly whether the start-up of a task takes longer too
   */
  record SlowNodes(int nodes, double slowdown, boolean startsSlowly) {

    static final SlowNodes NONE = new SlowNodes(0, 1, true);

    boolean isOne(int node, int of) {
      return nodes > 0
          && node % Math.max(1, of / nodes) == 0
          && node / Math.max(1, of / nodes) < nodes;
    }
  }

  private static final long S = 1_000_000_000;

  /** Of every message, one way. */
  private static final long DELAY_NS = 500_000;

  /** All nodes have joined. */
  private static final long START_NS = 10 * S;

  /** Jobs do not all come at once. */
  private static final long RAMP_NS = 20 * S;

  private static final long STEP_NS = S;

  private record LoopJob(long beganNs, int kind, int tasks) {}

  private final SlotCell setting;
  private final TierPolicy policy;
  private final LoopJobMix mix;
  private final ClosedLoop loop;
  private final SlowNodes stragglers;
  private final SimCell cell;
  private final LoopLedger ledger = new LoopLedger();
  private final Map<String, LoopJob> open = new TreeMap<>();
  private final LongMap<String> keys = new LongMap<>();
  private final Chance chance;
  private long begun;

  private long tasksOfBegun;
  private long countedFromNs = Long.MAX_VALUE;
  private final LoopResult.Builder result;

  LoopRun(
      SlotCell setting, TierPolicy policy, LoopJobMix mix, ClosedLoop loop, SlowNodes stragglers) {
    this.setting = setting.with(policy.options().with(setting.hybrid().top()));
    this.policy = policy;
    this.mix = mix;
    this.loop = loop;
    this.stragglers = stragglers;
    this.chance = Chance.of(setting.seed(), "job managers");
    this.result = new LoopResult.Builder(mix.kinds().size());
    this.cell =
        SimCell.calm(
            this.setting.spec(),
            SchedulerMaker.PRODUCTION,
            DELAY_NS,
            this,
            ledger,
            new JobAnswers(this::accepted, this::ended));
    ledger.readTimeFrom(simulation()::nowNs);
  }

  private Simulation simulation() {
    return cell.simulation();
  }

  /** Counts for so long after the cell has warmed up for so long. */
  LoopResult toEnd(double warmSeconds, double seconds, PointRun point) {
    long fromNs = START_NS + Math.round(warmSeconds * S);
    long untilNs = fromNs + Math.round(seconds * S);
    ledger.count(fromNs, untilNs);
    countedFromNs = fromNs;
    for (long atNs = START_NS; atNs < untilNs; ) {
      atNs = Math.min(untilNs, atNs + STEP_NS);
      simulation().runUntil(atNs);
      admit();
      if (atNs > fromNs) {
        result.second(ledger.everEnded);
      } else {
        result.start(ledger.everEnded);
      }
      point.at((double) (atNs - START_NS) / (untilNs - START_NS));
    }
    point.ended(simulation());
    return result.of(ledger, setting.slots(), (untilNs - fromNs) / (double) S);
  }

  // Jobs.

  private void admit() {
    long nowNs = simulation().nowNs();
    double ramp = Math.min(1, (double) (nowNs - START_NS) / RAMP_NS);
    int most =
        loop.jobs() == ClosedLoop.BY_LOAD ? Integer.MAX_VALUE : (int) Math.ceil(ramp * loop.jobs());
    while (open.size() < most && loop.admits(open.size(), outstanding())) {
      begin(nowNs);
    }
  }

  private long outstanding() {
    return tasksOfBegun - ledger.everEnded;
  }

  private void begin(long nowNs) {
    var key = Long.toString(begun);
    int kind = mix.kind(begun++);
    open.put(key, new LoopJob(nowNs, kind, mix.tasks()));
    tasksOfBegun += mix.tasks();
    cell.submit(nowNs + managerNs(), key, mix.job(kind, policy.policy()));
  }

  /** From half of the mean to half as much again: else jobs of equal length go on in step. */
  private long managerNs() {
    return Math.round(loop.managerNs() * (0.5 + chance.nextDouble()));
  }

  private void accepted(JobAccepted accepted) {
    keys.put(accepted.job(), accepted.key());
  }

  private void ended(JobReport report) {
    var key = keys.remove(report.job());
    var job = key == null ? null : open.remove(key);
    if (job != null) {
      long nowNs = simulation().nowNs();
      if (nowNs >= countedFromNs) {
        result.job(job.kind, (nowNs - job.beganNs) / (double) S);
      }
      admit();
    }
  }

  @Override
  public long durationNs(int node, Work work) {
    long ns = mix.durationNs(work);
    if (!stragglers.isOne(node, setting.nodes())) {
      return ns;
    }
    long usualNs = stragglers.startsSlowly() ? 0 : mix.startNs();
    return usualNs + Math.round((ns - usualNs) * stragglers.slowdown());
  }
}
