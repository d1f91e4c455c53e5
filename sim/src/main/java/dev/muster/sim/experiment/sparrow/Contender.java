package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.compare.Omniscient;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.SampleWay;
import dev.muster.sim.drive.SchedulerMaker;

/** Who places the tasks. */
enum Contender {
  OMNISCIENT("omniscient", SampleWay.LATE),
  LATE("batch sampling + late binding", SampleWay.LATE),
  BATCH("batch sampling", SampleWay.BATCH),
  PER_TASK("per-task sampling", SampleWay.PER_TASK),
  RANDOM("random", SampleWay.RANDOM);

  final String label;
  private final SampleWay way;

  Contender(String label, SampleWay way) {
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
