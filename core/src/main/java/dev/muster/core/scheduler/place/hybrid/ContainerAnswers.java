package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.SchedulerEvent.ContainersAwaited;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.event.SchedulerEvent.ContainersWithdrawn;
import dev.muster.core.scheduler.place.hybrid.Withdrawals.RequestingStage;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the master says of containers: tasks start in those that are granted, which of them is
 * decided now; a gang once all of its containers are there.
 */
final class ContainerAnswers {

  private final HybridPlacer placer;
  private final TreeMap<RequestingStage, HybridStage> stages;
  private final ContainerMessages messages;
  private final Promotions promotions;

  /**
   * @param stages that are open
   */
  ContainerAnswers(
      HybridPlacer placer,
      TreeMap<RequestingStage, HybridStage> stages,
      ContainerMessages messages,
      Promotions promotions) {
    this.placer = placer;
    this.stages = stages;
    this.messages = messages;
    this.promotions = promotions;
  }

  private @Nullable HybridStage stage(long job, int stage) {
    return stages.get(new RequestingStage(job, stage));
  }

  void granted(long nowNs, ContainersGranted granted, Effects out) {
    if (!follows(nowNs, granted.term(), out)) {
      return;
    }
    var stage = stage(granted.job(), granted.stage());
    if (stage == null) {
      messages.decline(granted, out);
      return;
    }
    for (var container : granted.containers()) {
      var known = stage.containers.find(container.claim());
      if (known == null) {
        messages.declineUnknown(stage, container);
      } else if (known.running() != null) {
        promotions.granted(stage, known, out);
      } else if (stage.tasks.spec().isGang()) {
        stage.containers.hold(known, container.node());
      } else {
        start(nowNs, stage, known, container.node(), out);
      }
    }
    startIfWhole(nowNs, stage, out);
    placer.adjust(nowNs, stage, out);
  }

  private void start(
      long nowNs,
      HybridStage stage,
      StageContainers.StageContainer container,
      int node,
      Effects out) {
    int task = stage.taskFor(nowNs, node);
    var attempt =
        task == TasksInHand.NONE ? null : stage.tasks.start(nowNs, task, node, container.claim());
    if (attempt == null) {
      stage.countRejected();
      messages.withdraw(stage, container);
    } else {
      stage.containers.started(container);
      placer.send(nowNs, stage, attempt, out);
    }
  }

  /** Starts a gang all of whose containers are there. */
  private void startIfWhole(long nowNs, HybridStage stage, Effects out) {
    var held = List.copyOf(stage.containers.held());
    if (held.isEmpty() || stage.containers.count() > 0) {
      return;
    }
    if (held.size() == stage.wanted() && !stage.insists(nowNs)) {
      held.forEach(each -> start(nowNs, stage, each, each.node(), out));
    } else {
      messages.withdraw(stage, held.size());
    }
  }

  void withdrawn(long nowNs, ContainersWithdrawn withdrawn, Effects out) {
    if (!follows(nowNs, withdrawn.term(), out)) {
      return;
    }
    var stage = stage(withdrawn.job(), withdrawn.stage());
    for (long claim : withdrawn.claims()) {
      var known = stage == null ? null : stage.containers.find(claim);
      if (stage != null && known != null) {
        messages.lost(stage, known);
      } else {
        messages.gone(claim);
      }
    }
    if (stage != null) {
      placer.adjust(nowNs, stage, out);
    }
  }

  void awaited(long nowNs, ContainersAwaited awaited, Effects out) {
    var stage = stage(awaited.job(), awaited.stage());
    if (follows(nowNs, awaited.term(), out) && stage != null) {
      stage.containers.awaited(awaited.sequence(), awaited.why());
    }
  }

  /** Whether the leader of this term still leads, for all that is known. */
  private boolean follows(long nowNs, long term, Effects out) {
    if (messages.followTerm(term)) {
      for (var stage : stages.values()) {
        stage.containers.repeat();
        messages.tell(nowNs, stage, out);
      }
    }
    return messages.isOf(term);
  }
}
