package dev.muster.sim.experiment;

import dev.muster.sim.experiment.omega.ConflictRules;
import dev.muster.sim.experiment.omega.ManySchedulers;
import dev.muster.sim.experiment.omega.MapReduce;
import dev.muster.sim.experiment.omega.MonolithicPaths;
import dev.muster.sim.experiment.omega.Reference;
import dev.muster.sim.experiment.omega.SharedState;
import dev.muster.sim.experiment.omega.TwoLevels;
import dev.muster.sim.experiment.parsync.CellGrowth;
import dev.muster.sim.experiment.parsync.ExtraSlots;
import dev.muster.sim.experiment.parsync.LoadPhases;
import dev.muster.sim.experiment.parsync.LoadedGroups;
import dev.muster.sim.experiment.parsync.PreferredQuality;
import dev.muster.sim.experiment.parsync.RoundConflicts;
import dev.muster.sim.experiment.sparrow.CellShapes;
import dev.muster.sim.experiment.sparrow.Fairness;
import dev.muster.sim.experiment.sparrow.LateBindingWorth;
import dev.muster.sim.experiment.sparrow.ProbeRatios;
import dev.muster.sim.experiment.sparrow.SamplingOptions;
import dev.muster.sim.experiment.sparrow.Tpch;
import dev.muster.sim.experiment.sparrow.ZeroWait;
import java.util.List;
import java.util.Optional;

/** All experiments there are. */
public final class Experiments {

  private static final List<Experiment> ALL =
      List.of(
          CellShapes.STEADY,
          ZeroWait.TABLE2,
          ProbeRatios.FIGURE5,
          LateBindingWorth.FIGURE6,
          CellShapes.FIGURE7,
          LateBindingWorth.IDLE,
          ProbeRatios.FIGURE9,
          Tpch.EXPERIMENT,
          Fairness.EXPERIMENT,
          CellShapes.SCALE,
          SamplingOptions.EXPERIMENT,
          Reference.EXPERIMENT,
          MonolithicPaths.EXPERIMENT,
          TwoLevels.EXPERIMENT,
          SharedState.EXPERIMENT,
          ManySchedulers.EXPERIMENT,
          ConflictRules.EXPERIMENT,
          MapReduce.EXPERIMENT,
          RoundConflicts.EXPERIMENT,
          ExtraSlots.EXPERIMENT,
          LoadedGroups.EXPERIMENT,
          LoadPhases.EXPERIMENT,
          PreferredQuality.EXPERIMENT,
          CellGrowth.SCALE,
          CellGrowth.PARTITIONS);

  private Experiments() {}

  public static List<Experiment> all() {
    return ALL;
  }

  public static Optional<Experiment> named(String name) {
    return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}
