package dev.muster.core.scheduler;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.scheduler.job.StagePolicy;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Committer;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.estimated.EstimatedPlacer;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.hybrid.HybridPlacer;
import dev.muster.core.scheduler.place.partitioned.PartitionedStrategy;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.core.scheduler.place.sampled.SampledPlacer;
import dev.muster.core.scheduler.place.shared.SharedStrategy;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The placers of one scheduler, and which of them a stage gets. */
public final class Placers {

  /** Makes all placers of a scheduler. */
  @FunctionalInterface
  public interface Factory {
    List<Placer> make(PlacerContext context);
  }

  private final Placer[] placers;

  Placers(List<Placer> placers) {
    this.placers = placers.toArray(Placer[]::new);
  }

  /** Those of production. A new policy is one more line here. */
  public static Factory standard(
      SampledOptions sampled,
      Chance sampling,
      CommitConfig commit,
      Chance fit,
      EstimatedOptions estimated,
      Chance candidates,
      HybridOptions hybrid,
      Chance tiers) {
    return context -> {
      var committer = new Committer(context, commit, fit);
      committer.add(new SharedStrategy(context.thinking(), fit));
      committer.add(new PartitionedStrategy(context, committer.replica(), commit.refresh(), fit));
      var byEstimates = new EstimatedPlacer(context, estimated, candidates);
      return List.of(
          new SampledPlacer(context, sampled, sampled.ofAuto(), sampling),
          committer,
          byEstimates,
          new HybridPlacer(context, hybrid, byEstimates.loads(), tiers));
    };
  }

  /** The policies of the stages of a job, chosen once. */
  List<StagePolicy> policies(JobSpec job, CellNodes nodes) {
    return job.policy().equals(JobSpec.AUTO)
        ? job.stages().stream().map(stage -> chosen(job, stage, nodes)).toList()
        : Collections.nCopies(job.stages().size(), here(job.policy(), ""));
  }

  private StagePolicy chosen(JobSpec job, StageSpec stage, CellNodes nodes) {
    var choice = AutoPolicy.choose(job, stage, nodes);
    return here(choice.way().policy, choice.reason());
  }

  /** The first there is for one that is not here: the master checks names before it assigns. */
  private StagePolicy here(String policy, String reason) {
    var placer = of(policy);
    var name = placer.policies().contains(policy) ? policy : placers[0].policies().getFirst();
    return new StagePolicy(name, reason, of(name));
  }

  /** The placer of a policy, or the first there is. */
  private Placer of(String policy) {
    for (var placer : placers) {
      if (placer.policies().contains(policy)) {
        return placer;
      }
    }
    return placers[0];
  }

  // Passing on what concerns placers.

  void on(long nowNs, PlacementEvent event, Effects out) {
    for (var placer : placers) {
      if (placer.on(nowNs, event, out) && !isForAll(event)) {
        return;
      }
    }
  }

  /** Loads of nodes concern every placer that goes by them. */
  private static boolean isForAll(PlacementEvent event) {
    return event instanceof LoadDelta;
  }

  void wake(long nowNs, Timer timer, Effects out) {
    for (var placer : placers) {
      if (placer.wake(nowNs, timer, out)) {
        return;
      }
    }
  }

  void beat(long nowNs, Effects out) {
    for (var placer : placers) {
      placer.beat(nowNs, out);
    }
  }

  void freed(long nowNs, Effects out) {
    for (var placer : placers) {
      placer.freed(nowNs, out);
    }
  }

  void inherit(List<Long> claims) {
    for (var placer : placers) {
      placer.inherit(claims);
    }
  }

  void settle() {
    for (var placer : placers) {
      placer.settle();
    }
  }

  List<Lifecycle<?>> lifecycles() {
    List<Lifecycle<?>> all = new ArrayList<>();
    for (var placer : placers) {
      all.addAll(placer.lifecycles());
    }
    return all;
  }
}
