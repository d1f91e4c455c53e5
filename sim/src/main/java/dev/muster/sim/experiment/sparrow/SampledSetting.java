package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * A cell of like nodes, and how long it is watched; with the parameters that several experiments
 * have.
 *
 * @param cores slots of each node
 * @param delayNs of a message, one way
 * @param jobs for each trial
 */
record SampledSetting(long seed, int nodes, int cores, int schedulers, long delayNs, int jobs) {

  /** What each task needs, and each core of a node has. */
  static final Resources SLOT = new Resources(1_000, 1L << 30);

  static final int MAX_JOBS = 100_000_000;

  /** A fifth: at high load the lines take their time to fill. */
  private static final double WARM_UP = 0.2;

  static SampledSetting of(Settings settings) {
    return of(settings, settings.whole("nodes"), settings.whole("cores"));
  }

  static SampledSetting of(Settings settings, int nodes, int cores) {
    return new SampledSetting(
        settings.seed(),
        nodes,
        cores,
        settings.whole("schedulers"),
        settings.millisNs("delayMs"),
        settings.whole("jobs"));
  }

  int slots() {
    return nodes * cores;
  }

  CellSpec cell() {
    var capacity = new Resources(SLOT.cpuMillis() * cores, SLOT.memoryBytes() * cores);
    return CellSpec.of(seed, nodes, capacity).withSchedulers(schedulers);
  }

  /** The same jobs with the same task times, whoever places them. */
  Trial trial(Contender contender, double ratio, double load, LikeTasks tasks) {
    return trial(contender, ratio, tasks.arriving(load, slots(), seed));
  }

  Trial trial(Contender contender, double ratio, Workload work) {
    return Trial.of(contender.in(cell(), ratio), contender.delayNs(delayNs), work, jobs)
        .withScheduler(contender.scheduler())
        .withWarmUp(WARM_UP);
  }

  /** Jobs of one stage of like tasks, whose times are spread as said. */
  record LikeTasks(int count, Distribution times) {

    static LikeTasks of(Settings settings) {
      return of(settings, settings.text("times"));
    }

    static LikeTasks of(Settings settings, String times) {
      double meanNs = settings.number("taskMs") * 1e6;
      return new LikeTasks(settings.whole("tasks"), Distribution.named(times, meanNs));
    }

    JobSpec job() {
      return JobSpec.of("job", StageSpec.of("s", count, SLOT, List.of("modelled")));
    }

    /** Such jobs at the times that keep so many slots busy to the given share. */
    Workload arriving(double load, int slots, long seed) {
      var chance = Chance.of(seed, "arrivals");
      return arriving(PoissonArrivals.forLoad(load, slots, count, times.meanNs(), chance), seed);
    }

    Workload arriving(PoissonArrivals arrivals, long seed) {
      return Workload.of(arrivals, job(), new TaskTimes(seed, times));
    }
  }

  /** The cell that the paper simulates, and others. */
  static List<Parameter> simulated(Parameter... others) {
    List<Parameter> all = new ArrayList<>();
    all.addAll(List.of(nodes(10_000), cores(1), schedulers(1), tasks(500), taskMs(100)));
    all.addAll(List.of(others));
    return all;
  }

  /** The paper's real cluster with its jobs of ten tasks, and others. */
  static List<Parameter> cluster(Parameter... others) {
    List<Parameter> all = new ArrayList<>();
    all.addAll(List.of(nodes(100), cores(4), schedulers(10), tasks(10), taskMs(100)));
    all.add(times("constant"));
    all.addAll(List.of(others));
    return all;
  }

  static Parameter nodes(int count) {
    return Parameter.whole("nodes", count, 1, 1_000_000, "machines");
  }

  static Parameter cores(int count) {
    return Parameter.whole("cores", count, 1, 1_000, "slots of each machine");
  }

  static Parameter schedulers(int count) {
    return Parameter.whole("schedulers", count, 1, 1_000, "schedulers that share the jobs");
  }

  static Parameter tasks(int count) {
    return Parameter.whole("tasks", count, 1, 100_000, "tasks per job");
  }

  static Parameter taskMs(double mean) {
    return Parameter.number("taskMs", mean, 0.001, 1e9, "mean time of a task");
  }

  static Parameter times(String name) {
    return Parameter.choice("times", name, Distribution.NAMES, "how task times are spread");
  }

  static Parameter load(double value) {
    return Parameter.number("load", value, 0.01, 0.99, "work that arrives over what can be done");
  }

  static Parameter loads(double... values) {
    return Parameter.numbers("load", values, 0.01, 0.99, "work that arrives over what can be done");
  }

  static Parameter ratio(double value) {
    return Parameter.number("d", value, 1, 100, "nodes drawn per task");
  }

  static Parameter ratios(double... values) {
    return Parameter.numbers("d", values, 1, 100, "nodes drawn per task");
  }

  /** Half of the paper's round trip of 1 ms. */
  static Parameter delayMs() {
    return delayMs(0.5);
  }

  static Parameter delayMs(double oneWay) {
    return Parameter.number("delayMs", oneWay, 0, 1e6, "delay of a message, one way");
  }

  static Parameter jobs(int count) {
    return Parameter.whole("jobs", count, 10, MAX_JOBS, "jobs for each point");
  }
}
