package dev.muster.sim.experiment.compare;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.compare.CompareResult.Measure;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.EmptyCell;
import dev.muster.sim.machine.Disturbance;
import dev.muster.sim.machine.ModelledMachines;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;

/** The work of a row in a cell of production actors, all of it under one policy. */
final class CompareRun implements Machines {

  /** When the clock of the work starts: all nodes have joined by then. */
  private static final long START_NS = 2_000_000_000L;

  private static final int STEPS = 200;

  private final ComparedWork work;
  private final List<JobSpec> specs;
  private final long mostEvents;
  private final ModelledMachines machines;
  private final CompareLedger ledger;
  private final SimCell cell;
  private final EmptyCell empty;
  private final Slowdowns slowdowns;

  /** By job: its place in the list. */
  private final Map<Long, Integer> places = new HashMap<>();

  private final boolean[] ended;
  private int countedLeft;

  /**
   * @param sigma of the logarithm of the errors of estimates
   * @param mostEvents after which the run ends, whatever has not ended
   */
  CompareRun(ComparedWork work, String policy, long seed, double sigma, long mostEvents) {
    this.work = work;
    this.specs = work.specs(policy, seed, sigma);
    this.mostEvents = mostEvents;
    this.ended = new boolean[specs.size()];
    this.countedLeft = (int) work.jobs().stream().filter(work.window()::counts).count();
    this.empty = work.emptyCell();
    this.slowdowns = new Slowdowns(work.leastNs());
    this.machines =
        new ModelledMachines(
            work.racks(), CompletionModel.STANDARD, new ListedTasks(work), Disturbance.NONE);
    this.ledger = new CompareLedger(empty, work.window(), START_NS);
    var central = new CentralThinking(work.delayNs(), work.cell().thinking());
    this.cell =
        new SimCell(
            work.cell().withAuto(SampledOptions.OF_AUTO),
            SchedulerMaker.PRODUCTION,
            NodeMaker.PRODUCTION,
            central,
            this,
            _ -> 0,
            machines.and(ledger.and(central)),
            new JobAnswers(this::accepted, this::ended));
    ledger.readTimeFrom(cell.simulation()::nowNs);
    central.readTimeFrom(cell.simulation()::nowNs);
  }

  /** What it came to, or why the policy cannot run this work. */
  CompareResult run(PointRun point) {
    try {
      submitAll(point);
      untilEnded(point);
    } catch (ExperimentFailed failed) {
      return CompareResult.none(String.valueOf(failed.getMessage()));
    } finally {
      point.ended(cell.simulation());
    }
    ledger.stop();
    return result();
  }

  private void submitAll(PointRun point) {
    long everyNs = Math.max(1, work.window().untilNs() / STEPS);
    long nextNs = 0;
    for (int at = 0; at < specs.size() && isGoingOn(); at++) {
      long atNs = work.jobs().get(at).arrivalNs();
      cell.submit(START_NS + atNs, Integer.toString(at), specs.get(at));
      runUntil(atNs);
      if (atNs >= nextNs) {
        nextNs = atNs + everyNs;
        point.at(Math.min(1, 0.9 * atNs / work.window().untilNs()));
      }
    }
  }

  private void untilEnded(PointRun point) {
    long stepNs = Math.max(1, work.window().limitNs() / STEPS);
    long atNs = cell.simulation().nowNs() - START_NS;
    while (isGoingOn() && atNs < work.window().limitNs()) {
      atNs += stepNs;
      runUntil(atNs);
      point.checkWanted();
    }
    point.at(1);
  }

  private void runUntil(long atNs) {
    var simulation = cell.simulation();
    while (isGoingOn() && simulation.stepUntil(START_NS + atNs)) {}
  }

  private boolean isGoingOn() {
    return countedLeft > 0 && cell.simulation().events() < mostEvents;
  }

  private void accepted(JobAccepted accepted) {
    places.put(accepted.job(), Integer.parseInt(accepted.key()));
  }

  private void ended(JobReport report) {
    machines.forget(report.job(), report.stages().size());
    int at = Objects.requireNonNull(places.get(report.job()), "a job that nobody submitted");
    var job = work.jobs().get(at);
    if (!ended[at] && work.window().counts(job)) {
      add(job);
      countedLeft--;
    }
    ended[at] = true;
  }

  private void add(ComparedJob job) {
    long responseNs = cell.simulation().nowNs() - START_NS - job.arrivalNs();
    slowdowns.add(job, responseNs, empty.responseNs(job));
  }

  /** Jobs that count and have not ended count with the time that they have taken so far. */
  private CompareResult result() {
    List<ComparedJob> left = new ArrayList<>();
    long nowNs = cell.simulation().nowNs() - START_NS;
    for (int at = 0; at < ended.length; at++) {
      var job = work.jobs().get(at);
      if (!ended[at] && work.window().counts(job) && job.arrivalNs() < nowNs) {
        left.add(job);
      }
    }
    left.forEach(this::add);
    if (slowdowns.count() == 0) {
      return CompareResult.none("no job had come that counts");
    }
    double[] sorted = slowdowns.sorted();
    var numbers = new EnumMap<Measure, Double>(Measure.class);
    numbers.put(Measure.MEDIAN, CompareResult.percentile(sorted, 50));
    numbers.put(Measure.P95, CompareResult.percentile(sorted, 95));
    numbers.put(Measure.P99, CompareResult.percentile(sorted, 99));
    numbers.put(Measure.THROUGHPUT, ledger.tasksPerSecond());
    numbers.put(Measure.USE, ledger.usePercent());
    numbers.put(Measure.WASTED, ledger.wastedPercent());
    numbers.put(Measure.FAIRNESS, slowdowns.fairness());
    numbers.put(Measure.MESSAGES, ledger.messagesPerTask());
    return new CompareResult(numbers, remark(left.size(), sorted.length));
  }

  private String remark(int left, int counted) {
    if (left == 0) {
      return "";
    }
    boolean cut = cell.simulation().events() >= mostEvents;
    return "%d of %d jobs had not ended %s and count as far as they were"
        .formatted(left, counted, cut ? "after so many events" : "at the end");
  }

  @Override
  public long durationNs(int node, Work task) {
    return machines.durationNs(node, task);
  }

  @Override
  public RunResult result(int node, Work task) {
    return machines.result(node, task);
  }

  @Override
  public LongFunction<Usage> progress(int node, Launch launch) {
    return machines.progress(node, launch);
  }
}
