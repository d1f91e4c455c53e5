package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.List;

/**
 * A cell of like nodes, and how long it is watched.
 *
 * @param cores slots of each node
 * @param delayNs of a message, one way
 * @param jobs for each trial
 */
record SampledSetting(long seed, int nodes, int cores, int schedulers, long delayNs, int jobs) {

  /** What each task needs, and each core of a node has. */
  static final Resources SLOT = new Resources(1_000, 1L << 30);

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
}
