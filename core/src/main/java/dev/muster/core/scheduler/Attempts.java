package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.Held;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.TierState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks after all that is at nodes: ends attempts, and has nodes confirm what they have not
 * mentioned for long.
 */
final class Attempts {

  /** How many numbers one question to a node may name. */
  static final int CONFIRM_BATCH = 1_000;

  private final Address<SchedulerEvent> self;
  private final Timing timing;
  private final HeldTable held;
  private final CellNodes nodes;

  Attempts(PlacerContext context) {
    this.self = context.self();
    this.timing = context.timing();
    this.held = context.held();
    this.nodes = context.nodes();
  }

  /** Ends an attempt; one whose claim is not decided is over at once. */
  void end(long nowNs, Attempt attempt, Effects out) {
    attempt.stage().end(nowNs, attempt, out);
  }

  /** Claims had to go for more important ones, and so must their attempts. */
  void preempt(long nowNs, ClaimsPreempted preempted, Effects out) {
    for (long claim : preempted.claims()) {
      if (held.find(claim) instanceof Attempt attempt) {
        end(nowNs, attempt, out);
      }
    }
  }

  private void kill(long nowNs, Attempt attempt, Effects out) {
    Stage.of(attempt).attempts().kill(nowNs, attempt, out);
  }

  /** Ends an attempt of which nothing is kept here; should the message be lost, it runs on. */
  void endUnkept(long nowNs, int node, long id, Effects out) {
    out.send(NodeEvent.at(node), new NodeEvent.KillTask(self, nowNs, id));
  }

  /** All reservations, and attempts whose claims are decided, on these nodes. */
  List<Held> on(Set<Integer> some) {
    List<Held> found = new ArrayList<>();
    for (int slot = 0; slot < held.end(); slot++) {
      var one = held.at(slot);
      if (one != null && some.contains(one.node()) && !isUnknownToItsNode(one)) {
        found.add(one);
      }
    }
    return found;
  }

  /**
   * The attempt is lost with its node. Should the node be back in a later epoch, it may have got
   * the attempt from a scheduler that did not know yet, so the node is told, once.
   */
  void lost(long nowNs, Attempt attempt, Effects out) {
    kill(nowNs, attempt, out);
  }

  /**
   * Has nodes confirm what they have not mentioned for long. A node that does not answer loses
   * nothing by that: the master says when it is dead.
   *
   * @return what was placed on a node of which this scheduler never heard, or which was dead when
   *     the claim was accepted: lost as well
   */
  List<Held> confirm(long nowNs, Effects out) {
    List<Held> lost = new ArrayList<>();
    Map<Integer, List<Long>> questions = new TreeMap<>();
    for (int slot = 0; slot < held.end(); slot++) {
      var one = held.at(slot);
      if (one == null || isUnknownToItsNode(one)) {
        continue;
      }
      if (nowNs - one.confirmedNs() >= timing.confirmAfterNs()) {
        if (isNowhere(nowNs, one)) {
          lost.add(one);
          continue;
        }
        questions.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one.id());
      }
      if (one instanceof Attempt attempt) {
        repeat(nowNs, attempt, out);
      }
    }
    questions.forEach((node, ids) -> ask(nowNs, node, ids, out));
    return lost;
  }

  private void repeat(long nowNs, Attempt attempt, Effects out) {
    if (attempt.state() == AttemptState.ENDING) {
      kill(nowNs, attempt, out);
    } else if (attempt.tierState() == TierState.PROMOTING) {
      Stage.of(attempt).attempts().askToPromote(attempt, out);
    }
  }

  /** Whether a node is not in the cell, and for so long that it would have been announced. */
  private boolean isNowhere(long nowNs, Held one) {
    return nowNs - one.confirmedNs() >= timing.liveness().deadAfterNs()
        && nodes.view().find(one.node()) < 0;
  }

  private static boolean isUnknownToItsNode(Held one) {
    return one instanceof Attempt attempt && attempt.state() == AttemptState.CLAIMING;
  }

  private void ask(long nowNs, int node, List<Long> ids, Effects out) {
    for (int from = 0; from < ids.size(); from += CONFIRM_BATCH) {
      var batch = List.copyOf(ids.subList(from, Math.min(ids.size(), from + CONFIRM_BATCH)));
      out.send(NodeEvent.at(node), new NodeEvent.ConfirmReservations(self, nowNs, batch));
    }
  }

  /**
   * A node says what it holds. What it does not know is lost only if it was placed before the node
   * was asked.
   *
   * @return what is lost
   */
  List<Held> confirmed(long nowNs, ReservationsConfirmed confirmed) {
    for (long id : confirmed.held()) {
      var one = held.find(id, confirmed.node());
      if (one != null) {
        one.confirmed(nowNs);
      }
    }
    List<Held> lost = new ArrayList<>();
    for (long id : confirmed.unknown()) {
      var one = held.find(id, confirmed.node());
      if (one != null && isPlacedBefore(one, confirmed.sentNs())) {
        lost.add(one);
      }
    }
    return lost;
  }

  private static boolean isPlacedBefore(Held one, long askedNs) {
    return !(one instanceof Attempt attempt) || attempt.placedNs() <= askedNs;
  }
}
