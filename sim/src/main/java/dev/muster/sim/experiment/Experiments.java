package dev.muster.sim.experiment;

import dev.muster.sim.experiment.omega.ConflictRules;
import dev.muster.sim.experiment.omega.ManySchedulers;
import dev.muster.sim.experiment.omega.MapReduce;
import dev.muster.sim.experiment.omega.MonolithicPaths;
import dev.muster.sim.experiment.omega.Reference;
import dev.muster.sim.experiment.omega.SharedState;
import dev.muster.sim.experiment.omega.TwoLevels;
import dev.muster.sim.experiment.parsync.Conflicts;
import dev.muster.sim.experiment.parsync.Groups;
import dev.muster.sim.experiment.parsync.Growth;
import dev.muster.sim.experiment.parsync.PartitionCounts;
import dev.muster.sim.experiment.parsync.Phases;
import dev.muster.sim.experiment.parsync.Quality;
import dev.muster.sim.experiment.parsync.Slots;
import dev.muster.sim.experiment.sparrow.Fairness;
import dev.muster.sim.experiment.sparrow.Figure5;
import dev.muster.sim.experiment.sparrow.Figure6;
import dev.muster.sim.experiment.sparrow.Figure7;
import dev.muster.sim.experiment.sparrow.Figure9;
import dev.muster.sim.experiment.sparrow.Idle;
import dev.muster.sim.experiment.sparrow.Options;
import dev.muster.sim.experiment.sparrow.Scale;
import dev.muster.sim.experiment.sparrow.Table2;
import dev.muster.sim.experiment.sparrow.Tpch;
import java.util.List;
import java.util.Optional;

/** All experiments there are. */
public final class Experiments {

  private static final List<Experiment> ALL =
      List.of(
          new SteadyLoad(),
          new Table2(),
          new Figure5(),
          new Figure6(),
          new Figure7(),
          new Idle(),
          new Figure9(),
          new Tpch(),
          new Fairness(),
          new Scale(),
          new Options(),
          new Reference(),
          new MonolithicPaths(),
          new TwoLevels(),
          new SharedState(),
          new ManySchedulers(),
          new ConflictRules(),
          new MapReduce(),
          new Conflicts(),
          new Slots(),
          new Groups(),
          new Phases(),
          new Quality(),
          new Growth(),
          new PartitionCounts());

  private Experiments() {}

  public static List<Experiment> all() {
    return ALL;
  }

  public static Optional<Experiment> named(String name) {
    return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}
