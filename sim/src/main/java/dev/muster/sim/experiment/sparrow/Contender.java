package dev.muster.sim.experiment.sparrow;

import dev.muster.core.scheduler.place.Sampled.Way;
import dev.muster.sim.compare.Omniscient;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.SchedulerMaker;

/** Who places the tasks. */
enum Contender {
  OMNISCIENT("omniscient", Way.LATE),
  LATE("batch sampling + late binding", Way.LATE),
  BATCH("batch sampling", Way.BATCH),
  PER_TASK("per-task sampling", Way.PER_TASK),
  RANDOM("random", Way.RANDOM);

  final String label;
  private final Way way;

  Contender(String label, Way way) {
    this.label = label;
    this.way = way;
  }

  /** One omniscient scheduler sees all; of the others there are as many as the cell has. */
  CellSpec in(CellSpec cell, double ratio) {
    return this == OMNISCIENT ? cell.withSchedulers(1) : cell.withWay(way).withProbeRatio(ratio);
  }

  SchedulerMaker scheduler() {
    return this == OMNISCIENT
        ? (index, _, _, master) -> new Omniscient(index, master, SampledSetting.SLOT)
        : SchedulerMaker.PRODUCTION;
  }

  long delayNs(long ofOthersNs) {
    return this == OMNISCIENT ? 0 : ofOthersNs;
  }
}
