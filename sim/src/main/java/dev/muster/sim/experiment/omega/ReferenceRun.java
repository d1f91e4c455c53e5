package dev.muster.sim.experiment.omega;

import dev.muster.check.Observer;
import dev.muster.core.event.MasterEvent.Commit;
import dev.muster.core.event.SchedulerEvent.Judged;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Launch;
import dev.muster.core.loop.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.Network;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.Experiment;
import dev.muster.workload.JobList.Listed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job list through a cell, measured as the simulator of the Omega paper measures.
 *
 * <p>An attempt begins when the scheduler begins to think about it. Think time counts if the
 * attempt led to a transaction.
 */
final class ReferenceRun implements Observer, Machines {

  private static final long DELAY_NS = 1_000;
  private static final long PREFILL_NS = 1_000_000_000L;

  /** When the clock of the job list starts: the cell is full as it should be by then. */
  private static final long START_NS = 10_000_000_000L;

  private static final String PREFILL = "prefill";
  private static final Resources PREFILLED = new Resources(1_000, 2L << 30);

  /** What one scheduler is at. */
  private static final class Desk {
    private @Nullable Tracked job;
    private long thoughtNs;
    private long lastCommit;
    private long lastJudged;
  }

  /** A job of the list. */
  static final class Tracked {
    final Listed listed;
    final int scheduler;
    private long enqueuedNs;
    long waitNs = NEVER;
    int placed;

    static final long NEVER = -1;

    Tracked(Listed listed, int scheduler) {
      this.listed = listed;
      this.scheduler = scheduler;
    }

    boolean isAttempted() {
      return waitNs != NEVER;
    }
  }

  private final ReferenceSetting setting;
  private final Map<String, Tracked> jobs = new LinkedHashMap<>();
  private final List<Desk> desks = new ArrayList<>();
  private final Tally batch = new Tally();
  private final Tally service = new Tally();
  private final SimCell cell;

  ReferenceRun(ReferenceSetting setting, List<Listed> list) {
    this.setting = setting;
    for (int index = 0; index <= setting.batchSchedulers(); index++) {
      desks.add(new Desk());
    }
    CellSpec spec = setting.cell(this::think, (_, job, _) -> schedulerOf(job));
    this.cell =
        new SimCell(
            spec, NodeMaker.PRODUCTION, new Network.Fixed(DELAY_NS), this, _ -> 0, this, _ -> {});
    if (setting.prefill() > 0) {
      cell.submit(PREFILL_NS, PREFILL, job(PREFILL, setting.prefill(), PREFILLED));
    }
    list.forEach(this::submit);
  }

  /** The j-th job goes to the scheduler j modulo their number, of those for its workload. */
  private void submit(Listed listed) {
    int number = jobs.size() + 1;
    if (listed.submitNs() < setting.horizonNs()) {
      int scheduler =
          listed.service() ? setting.batchSchedulers() : number % setting.batchSchedulers();
      var name = "job-" + number;
      jobs.put(name, new Tracked(listed, scheduler));
      cell.submit(START_NS + listed.submitNs(), name, job(name, listed.tasks(), listed.each()));
    }
  }

  private static JobSpec job(String name, int tasks, Resources each) {
    return JobSpec.of(name, StageSpec.of("s", tasks, each, List.of("modelled")))
        .withHome(name)
        .withPolicy(JobSpec.SHARED);
  }

  private int schedulerOf(JobSpec spec) {
    var job = jobs.get(spec.name());
    return job == null ? 0 : job.scheduler;
  }

  /** A scheduler begins to think about a job. */
  private long think(JobSpec spec, long tasks) {
    var job = jobs.get(spec.name());
    if (job == null) {
      return 0;
    }
    if (!job.isAttempted()) {
      job.waitNs = Math.max(0, cell.simulation().nowNs() - job.enqueuedNs - 2 * DELAY_NS);
    }
    var desk = desks.get(job.scheduler);
    desk.job = job;
    desk.thoughtNs = setting.thinkNs(job.listed.service(), tasks);
    return desk.thoughtNs;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case Plan plan -> enqueued(jobs.get(plan.spec().name()));
      case Commit commit when commit.proposal().ids().length > 0 -> committed(commit);
      case Judged judged -> judged(desks.get(to.index()), judged);
      default -> {} // not measured
    }
  }

  private void enqueued(@Nullable Tracked job) {
    if (job != null) {
      job.enqueuedNs = cell.simulation().nowNs() + DELAY_NS;
    }
  }

  private void committed(Commit commit) {
    var desk = desks.get(commit.scheduler().index());
    if (desk.job != null && commit.number() > desk.lastCommit) {
      desk.lastCommit = commit.number();
      tally(desk.job).busyNs += desk.thoughtNs;
    }
  }

  private void judged(Desk desk, Judged judged) {
    if (desk.job != null
        && judged.number() == desk.lastCommit
        && desk.lastJudged < desk.lastCommit) {
      desk.lastJudged = judged.number();
      tally(desk.job).judged(judged.judgement().refused().isEmpty());
    }
  }

  private Tally tally(Tracked job) {
    return job.listed.service() ? service : batch;
  }

  @Override
  public void launched(int node, Launch launch) {
    var job = jobs.get(launch.work().home());
    if (job != null) {
      job.placed++;
    }
  }

  @Override
  public long durationNs(int node, Work work) {
    var job = jobs.get(work.home());
    return job == null ? Long.MAX_VALUE / 2 : job.listed.durationNs();
  }

  /** Runs to the horizon, a hundredth at a time. */
  void run(Experiment.Progress progress) {
    for (int part = 1; part <= 100; part++) {
      cell.simulation().runUntil(START_NS + setting.horizonNs() / 100 * part);
      progress.at(part / 100.0);
    }
    jobs.values().forEach(job -> tally(job).add(job));
  }

  Map<String, Double> batch() {
    return batch.report((double) setting.horizonNs() * setting.batchSchedulers());
  }

  Map<String, Double> service() {
    return service.report((double) setting.horizonNs());
  }

  SimCell cell() {
    return cell;
  }
}
