package dev.muster.sim.experiment;

import dev.muster.sim.experiment.Experiment.Procedure;
import dev.muster.sim.experiment.apollo.Disruptions;
import dev.muster.sim.experiment.apollo.Examples;
import dev.muster.sim.experiment.apollo.Matching;
import dev.muster.sim.experiment.apollo.Production;
import dev.muster.sim.experiment.apollo.Recurring;
import dev.muster.sim.experiment.apollo.Shares;
import dev.muster.sim.experiment.apollo.SideBySide;
import dev.muster.sim.experiment.auto.JobTrace;
import dev.muster.sim.experiment.compare.Compare;
import dev.muster.sim.experiment.hybrid.LoadSteps;
import dev.muster.sim.experiment.mercury.ConcurrentJobs;
import dev.muster.sim.experiment.mercury.MixedJobs;
import dev.muster.sim.experiment.mercury.PolicingStudies;
import dev.muster.sim.experiment.mercury.PromotionRuns;
import dev.muster.sim.experiment.mercury.Rebalancing;
import dev.muster.sim.experiment.mercury.TaskLengths;
import dev.muster.sim.experiment.mercury.TopNodeCounts;
import dev.muster.sim.experiment.omega.ManySchedulers;
import dev.muster.sim.experiment.omega.MapReduce;
import dev.muster.sim.experiment.omega.Reference;
import dev.muster.sim.experiment.omega.ThinkTimeStudies;
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
import java.util.Map;
import java.util.Optional;

/** All experiments there are. */
public final class Experiments {

  /** By the names of the experiments in {@code experiments.txt}, which has all else of them. */
  private static final Map<String, Procedure> PROCEDURES =
      Map.ofEntries(
          Map.entry("sampled/steady", CellShapes::steady),
          Map.entry("sparrow/table2", ZeroWait::run),
          Map.entry("sparrow/figure5", ProbeRatios::figure5),
          Map.entry("sparrow/figure6", LateBindingWorth::figure6),
          Map.entry("sparrow/figure7", CellShapes::figure7),
          Map.entry("sparrow/idle", LateBindingWorth::idle),
          Map.entry("sparrow/figure9", ProbeRatios::figure9),
          Map.entry("sparrow/tpch", Tpch::run),
          Map.entry("sparrow/fairness", Fairness::run),
          Map.entry("sparrow/scale", CellShapes::scale),
          Map.entry("sparrow/options", SamplingOptions::run),
          Map.entry("auto/trace", JobTrace::run),
          Map.entry("omega/reference", Reference::run),
          Map.entry("omega/monolithic", ThinkTimeStudies::monolithic),
          Map.entry("omega/offers", ThinkTimeStudies::offers),
          Map.entry("omega/shared", ThinkTimeStudies::shared),
          Map.entry("omega/schedulers", ManySchedulers::run),
          Map.entry("omega/conflicts", ThinkTimeStudies::conflicts),
          Map.entry("omega/mapreduce", MapReduce::run),
          Map.entry("parsync/conflicts", RoundConflicts::run),
          Map.entry("parsync/slots", ExtraSlots::run),
          Map.entry("parsync/groups", LoadedGroups::run),
          Map.entry("parsync/phases", LoadPhases::run),
          Map.entry("parsync/quality", PreferredQuality::run),
          Map.entry("parsync/scale", CellGrowth::scale),
          Map.entry("parsync/partitions", CellGrowth::partitions),
          Map.entry("apollo/figure4", Examples::figure4),
          Map.entry("apollo/figure5", Examples::figure5),
          Map.entry("apollo/matching", Matching::run),
          Map.entry("apollo/mix", Production::mix),
          Map.entry("apollo/peak", Production::peak),
          Map.entry("apollo/locality", Production::locality),
          Map.entry("apollo/figure9", Recurring::figure9),
          Map.entry("apollo/recurring", Recurring::recurring),
          Map.entry("apollo/estimates", Production::estimates),
          Map.entry("apollo/stragglers", Production::stragglers),
          Map.entry("apollo/shares", Shares::run),
          Map.entry("apollo/monitor", Disruptions::monitor),
          Map.entry("apollo/outage", Disruptions::outage),
          Map.entry("apollo/baseline", SideBySide::run),
          Map.entry("apollo/burst", Disruptions::burst),
          Map.entry("hybrid/steps", LoadSteps::run),
          Map.entry("compare", Compare::run),
          Map.entry("mercury/figure5", ConcurrentJobs::run),
          Map.entry("mercury/figure6", TopNodeCounts::run),
          Map.entry("mercury/figure7", Rebalancing::run),
          Map.entry("mercury/table1", PolicingStudies::limits),
          Map.entry("mercury/figure8", PolicingStudies::forecast),
          Map.entry("mercury/promotion", PromotionRuns::run),
          Map.entry("mercury/figure9", TaskLengths::run),
          Map.entry("mercury/figure10", MixedJobs::synthetic),
          Map.entry("mercury/figure11", MixedJobs::microsoft));

  private static final List<Experiment> ALL = ExperimentFile.read("experiments.txt", PROCEDURES);

  private Experiments() {}

  public static List<Experiment> all() {
    return ALL;
  }

  public static Optional<Experiment> named(String name) {
    return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}
