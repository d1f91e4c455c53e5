package dev.muster.sim.experiment.omega;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.Elastic;
import dev.muster.model.JobKind;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * One pass of MapReduce jobs through a cell with other work: services that never end, and batch
 * jobs that come and go. With the same seed the same jobs come at the same times, whatever they may
 * grow to.
 */
final class MapReduceRun implements Observer, Machines {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final double NS_PER_S = 1e9;
  private static final long DELAY_NS = MS / 2;
  private static final long SERVICE_NS = S;

  /** When batch jobs begin to come, and when MapReduce jobs do: the cell is as busy by then. */
  private static final long BATCH_NS = 10 * S;

  private static final int BATCH_TASKS = 20;
  private static final double BATCH_TASK_NS = 60e9;
  private static final long START_NS = 310 * S;
  private static final long STEP_NS = 10 * S;

  /** It is given up after so many times the time in which all jobs came. */
  private static final int PATIENCE = 5;

  private static final String MAP_REDUCE = "mr-";
  private static final String SERVICE = "service";

  private static final int SLOTS_PER_MACHINE = 4;
  private static final Resources MACHINE = new Resources(4_000, 16L << 30);

  /** One of services, and two of batch jobs. */
  private static final int SCHEDULERS = 3;

  /** No message is lost here: none need be repeated often. */
  private static final long SELDOM_NS = 60_000_000_000L;

  private final Settings settings;
  private final double background;
  private final Elastic elastic;
  private final int slots;
  private final TaskTimes times;
  private final TaskTimes batchTimes;
  private final SimCell cell;
  private final PoissonArrivals batch;
  private final PoissonArrivals arrivals;
  private final MapReduceJobs drawn;

  /** When each MapReduce job came that has not ended, and how long others took in seconds. */
  private final TreeMap<String, Long> submittedNs = new TreeMap<>();

  private final TreeMap<String, Double> responses = new TreeMap<>();
  private final TreeMap<Long, String> keys = new TreeMap<>();
  private final List<Double> use = new ArrayList<>();
  private long nextBatchNs;
  private long batches;
  private int running;
  private long beyondTokens;
  private long tasks;

  /**
   * @param background the share of the cell that other work has in use, half of it services
   */
  MapReduceRun(Settings settings, double background, Elastic elastic) {
    this.settings = settings;
    this.background = background;
    this.elastic = elastic;
    this.slots = settings.whole("machines") * SLOTS_PER_MACHINE;
    long seed = settings.seed();
    var taskTimes =
        Distribution.named(settings.text("times"), settings.number("taskSeconds") * NS_PER_S);
    this.times = new TaskTimes(seed, taskTimes);
    this.batchTimes = new TaskTimes(seed, new Distribution.Exponential(BATCH_TASK_NS));
    this.cell =
        SimCell.calm(
            cellSpec(settings),
            SchedulerMaker.PRODUCTION,
            DELAY_NS,
            this,
            this,
            new JobAnswers(accepted -> keys.put(accepted.job(), accepted.key()), this::ended));
    this.drawn =
        new MapReduceJobs(
            settings.whole("pipelines"), settings.whole("scale"), Chance.of(seed, "pipelines"));
    double batchGapNs = BATCH_TASKS * BATCH_TASK_NS / (slots * background / 2);
    double gapNs = drawn.meanTasks() * taskTimes.meanNs() / (slots * settings.number("load"));
    this.batch = new PoissonArrivals(batchGapNs, Chance.of(seed, "batch"));
    this.arrivals = new PoissonArrivals(gapNs, Chance.of(seed, "arrivals"));
  }

  private static CellSpec cellSpec(Settings settings) {
    var thinking = new ThinkTime(settings.millisNs("decisionMs"), settings.millisNs("perTaskMs"));
    return CellSpec.of(settings.seed(), settings.whole("machines"), MACHINE)
        .withSchedulers(SCHEDULERS)
        .withTiming(Timing.seldom(SELDOM_NS))
        .withThinking(thinking)
        .withSharing(new Sharing(CommitConfig.standard(), CellConfig.standard(), Routing.BY_KIND));
  }

  /** Until every MapReduce job has ended. */
  MapReduceRun toEnd(PointRun point) {
    cell.submit(SERVICE_NS, SERVICE, services());
    nextBatchNs = BATCH_NS + batch.nextNs();
    long lastNs = submit();
    long deadlineNs = PATIENCE * lastNs;
    int all = submittedNs.size();
    for (long untilNs = STEP_NS; !submittedNs.isEmpty(); untilNs += STEP_NS) {
      if (untilNs > deadlineNs) {
        throw new ExperimentFailed(
            "%d jobs have not ended; set less load".formatted(submittedNs.size()));
      }
      step(untilNs);
      point.at(1 - (double) submittedNs.size() / all);
    }
    point.ended(cell.simulation());
    return this;
  }

  private long submit() {
    long atNs = START_NS;
    for (int number = 0; number < settings.whole("jobs"); number++) {
      atNs = START_NS + arrivals.nextNs();
      var home = MAP_REDUCE + number;
      submittedNs.put(home, atNs);
      cell.submit(atNs, home, drawn.next(home, elastic));
    }
    return atNs;
  }

  private void step(long untilNs) {
    while (nextBatchNs <= untilNs) {
      var name = "batch-" + batches++;
      cell.submit(nextBatchNs, name, job(name, BATCH_TASKS));
      nextBatchNs = BATCH_NS + batch.nextNs();
    }
    cell.simulation().runUntil(untilNs);
    if (untilNs >= START_NS) {
      use.add((double) running / slots);
    }
  }

  private JobSpec services() {
    int count = (int) Math.max(1, slots * background / 2);
    return job(SERVICE, count).with(JobKind.SERVICE);
  }

  private static JobSpec job(String name, int tasks) {
    return JobSpec.of(name, StageSpec.of("s", tasks, MapReduceJobs.SLOT, List.of("modelled")))
        .withHome(name)
        .withPolicy(JobSpec.SHARED);
  }

  private void ended(JobReport report) {
    var home = keys.getOrDefault(report.job(), "");
    var cameNs = submittedNs.remove(home);
    if (cameNs != null) {
      responses.put(home, (cell.simulation().nowNs() - cameNs) / NS_PER_S);
    }
    for (var stage : report.stages()) {
      beyondTokens += stage.placed().beyondTokens();
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    running++;
    tasks++;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    running -= event instanceof RunExited ? 1 : 0;
  }

  @Override
  public long durationNs(int node, Work work) {
    if (work.home().startsWith(MAP_REDUCE)) {
      return times.durationNs(work);
    }
    return work.home().equals(SERVICE) ? Long.MAX_VALUE / 2 : batchTimes.durationNs(work);
  }

  /** In seconds, of each job by its home. */
  TreeMap<String, Double> responses() {
    return responses;
  }

  /** The share of the cell that tasks had, every few seconds. */
  List<Double> use() {
    return use;
  }

  long beyondTokens() {
    return beyondTokens;
  }

  long tasks() {
    return tasks;
  }
}
