package dev.muster.sim.experiment.sparrow;

import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Trial;
import dev.muster.workload.Workload;

/**
 * A cell of like nodes, and how long it is watched.
 *
 * @param cores slots of each node
 * @param delayNs of a message, one way
 * @param jobs for each trial
 */
record Setting(long seed, int nodes, int cores, int schedulers, long delayNs, int jobs) {

  /** What each task needs, and each core of a node has. */
  static final Resources SLOT = new Resources(1_000, 1L << 30);

  /** A fifth: at high load the lines take their time to fill. */
  private static final double WARM_UP = 0.2;

  static Setting of(Settings settings) {
    return of(settings, settings.whole("nodes"), settings.whole("cores"));
  }

  static Setting of(Settings settings, int nodes, int cores) {
    return new Setting(
        settings.seed(),
        nodes,
        cores,
        settings.whole("schedulers"),
        Math.round(settings.number("delayMs") * 1e6),
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
}
