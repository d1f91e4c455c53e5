package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MasterEvent.WithdrawContainers;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.ContainersGranted;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.hybrid.StageContainers.StageContainer;
import dev.muster.core.scheduler.place.hybrid.Withdrawals.RequestingStage;
import dev.muster.model.Admission;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.List;

/**
 * The scheduler's side of the conversation about containers, and what goes to nodes. A stage says
 * what it wants when that is more than it said, at the next beat when it is less, and from time to
 * time in any case: then the master has not forgotten it.
 */
final class ContainerMessages {

  /** After so many beats a stage says again what it wants. */
  static final int REPEAT_BEATS = 5;

  private final PlacerContext context;
  private final HeldTable held;
  private final Withdrawals withdrawals;

  /** Of the leader, for all that is known. */
  private long term = RequestContainers.FIRST_TERM;

  private long sequence;
  private boolean urgent;

  ContainerMessages(PlacerContext context, Withdrawals withdrawals) {
    this.context = context;
    this.held = context.held();
    this.withdrawals = withdrawals;
  }

  // Terms.

  /** Follows a later leader; false where it is known. */
  boolean followTerm(long other) {
    boolean isNew = other > term;
    term = Math.max(term, other);
    return isNew;
  }

  /** What older leaders said does not count: the present one says it again. */
  boolean isOf(long other) {
    return other == term;
  }

  // Requesting.

  /** Takes so many numbers; false where there are no more. */
  boolean request(HybridStage stage, int more) {
    for (int left = more; left > 0; left--) {
      long claim = held.newId();
      if (claim == HeldTable.NO_ID) {
        return false;
      }
      stage.containers.request(claim);
    }
    return true;
  }

  /** Says what the stage wants where that is more than it said. */
  void tell(long nowNs, HybridStage stage, Effects out) {
    if (stage.containers.hasGrown()) {
      send(stage, stage.request(nowNs), out);
    }
  }

  private void send(HybridStage stage, ContainerRequest request, Effects out) {
    sequence++;
    stage.containers.sent(sequence);
    out.send(
        context.master(),
        new RequestContainers(context.self(), context.epoch(), term, sequence, request));
  }

  void beat(long nowNs, HybridStage stage, Effects out) {
    if (stage.containers.countBeat(REPEAT_BEATS)) {
      send(stage, stage.request(nowNs), out);
    }
  }

  /** The stage wants nothing any more; should that be lost, its grants are declined. */
  void close(HybridStage stage, Effects out) {
    withdraw(stage, stage.containers.count() + stage.containers.held().size());
    for (var forRun : stage.containers.requested()) {
      withdraw(stage, forRun);
    }
    if (stage.containers.wasEverSent()) {
      send(stage, nothing(stage.id), out);
    }
  }

  private static ContainerRequest nothing(RequestingStage id) {
    return new ContainerRequest(
        id.job(), id.stage(), Resources.NONE, 0, List.of(), List.of(), 0, List.of(), List.of());
  }

  // Withdrawing.

  /** Withdraws so many containers, those requested last first; then those that are held. */
  void withdraw(HybridStage stage, int count) {
    int left = count;
    for (var each : stage.containers.requested().reversed()) {
      if (left > 0 && each.running() == null) {
        withdraw(stage, each);
        left--;
      }
    }
    for (var each : List.copyOf(stage.containers.held())) {
      if (left-- > 0) {
        withdraw(stage, each);
      }
    }
  }

  void withdraw(HybridStage stage, StageContainer container) {
    stage.containers.withdraw(container);
    if (container.running() == null) {
      withdrawals.addUnused(stage.id, container.claim());
    } else {
      withdrawals.addUsed(stage.id, container.claim());
    }
  }

  /** The master has no such container, though the stage wanted it. */
  void lost(HybridStage stage, StageContainer container) {
    stage.containers.lost(container);
    if (container.running() == null) {
      held.giveBack(container.claim());
    }
  }

  /**
   * An attempt that had a container is over.
   *
   * @param wasPromoted whether its node knows nothing of the claim, and does not release it
   */
  void ended(Attempt attempt, boolean wasPromoted) {
    withdrawals.addUsed(RequestingStage.UNKNOWN, attempt.id());
    urgent |= wasPromoted;
  }

  /** An older epoch had this container, and nobody has it now. */
  void leftOver(long claim) {
    withdrawals.addUsed(RequestingStage.UNKNOWN, claim);
  }

  void gone(long claim) {
    withdrawals.gone(claim);
  }

  /** A container that the stage does not know of: it had it before, or gave it up. */
  void declineUnknown(HybridStage stage, Container container) {
    if (!(held.find(container.claim()) instanceof Attempt) && !withdrawals.has(container.claim())) {
      withdrawals.addUsed(stage.id, container.claim());
    }
  }

  /** Containers of a stage that is closed. */
  void decline(ContainersGranted granted, Effects out) {
    var id = new RequestingStage(granted.job(), granted.stage());
    for (var container : granted.containers()) {
      if (!(held.find(container.claim()) instanceof Attempt)
          && !withdrawals.has(container.claim())) {
        withdrawals.addUsed(id, container.claim());
      }
    }
    sequence++;
    out.send(
        context.master(),
        new RequestContainers(context.self(), context.epoch(), term, sequence, nothing(id)));
  }

  /** Says at once what nobody else releases. */
  void flushUrgent(Effects out) {
    if (urgent) {
      urgent = false;
      sendWithdrawals(out);
    }
  }

  /** All that has no answer. */
  void beat(Effects out) {
    urgent = false;
    if (!withdrawals.isEmpty()) {
      withdrawals.repeat();
      sendWithdrawals(out);
    }
  }

  private void sendWithdrawals(Effects out) {
    withdrawals
        .next()
        .forEach(
            (id, claims) -> {
              sequence++;
              out.send(
                  context.master(),
                  new WithdrawContainers(
                      context.self(),
                      context.epoch(),
                      sequence,
                      id.job(),
                      id.stage(),
                      List.copyOf(claims)));
            });
  }

  // Nodes.

  void place(HybridStage stage, Attempt attempt, Effects out) {
    stage.countPlaced(attempt);
    var demand = stage.tasks.demand(attempt.task());
    attempt.expect(demand.estimateNs(), stage.tasks.computeNs(attempt.task()));
    if (stage.tasks.isExplained()) {
      stage.tasks.explain(attempt, HybridReasons.placed(stage, attempt), out);
    }
    boolean isQueued = attempt.tier() == Tier.OPPORTUNISTIC;
    var sent =
        isQueued
            ? demand
                .with(Tier.OPPORTUNISTIC)
                .with(Admission.QUEUED)
                .withDrawWeight(1)
                .whileWatched()
            : demand;
    out.send(
        NodeEvent.at(attempt.node()),
        new PlaceTask(context.self(), attempt.id(), sent, stage.tasks.work(attempt)));
  }
}
