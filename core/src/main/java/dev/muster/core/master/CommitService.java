package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.cell.TransactionResult.MovedClaim;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.Notice;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.master.state.MasterState;
import dev.muster.core.master.state.SchedulerEpochs;
import dev.muster.core.master.state.TransactionAnswers.TransactionAnswer;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Commits the transactions of schedulers.
 *
 * <pre>
 *   CommitTransaction ──► decide ──► append ──► applied ──► TransactionDecided
 *   ClaimReleased     ──► gather ──► append ──► applied
 * </pre>
 *
 * <p>A scheduler has one transaction in progress. Each number is decided once: its answer is in the
 * replicated state, to be sent again by any leader, until the next transaction.
 */
final class CommitService {

  private final MasterState state;
  private final CellState cell;
  private final LeaderLog log;
  private final Releases releases;
  private final boolean publishes;

  /** By scheduler: the number of its transaction whose entry is not applied. */
  private final TreeMap<Integer, Long> inLog = new TreeMap<>();

  /**
   * @param publishes whether decisions are published, for those who explain what limits reject
   */
  CommitService(MasterState state, LeaderLog log, boolean publishes) {
    this.state = state;
    this.cell = state.cell();
    this.log = log;
    this.publishes = publishes;
    this.releases = new Releases(cell, log);
  }

  /**
   * The number of a scheduler's latest transaction that the cell state includes; 0 where none of
   * its epoch is.
   */
  long lastApplied(int owner) {
    var answer = state.answers().find(owner);
    return answer == null || isSuperseded(owner, answer.number()) ? 0 : answer.number();
  }

  private boolean isSuperseded(int owner, long number) {
    int epoch = state.epoch(owner);
    return epoch > SchedulerEpochs.FIRST && number < CommitTransaction.firstNumber(epoch);
  }

  // Deciding.

  /** Stale numbers are ignored. */
  void commit(long nowNs, CommitTransaction message, Effects out) {
    int owner = message.scheduler().index();
    long number = message.number();
    var answer = state.answers().find(owner);
    if (isSuperseded(owner, number) || number <= inLog.getOrDefault(owner, 0L)) {
      return;
    }
    if (answer == null || number > answer.number()) {
      inLog.put(owner, number);
      problem(message)
          .ifPresentOrElse(
              problem -> reject(message, problem, out), () -> decide(nowNs, message, out));
    } else if (number == answer.number()) {
      send(answer, out);
    }
  }

  private static Optional<String> problem(CommitTransaction message) {
    int sender = message.scheduler().index();
    int owner = message.transaction().owner();
    return owner == sender
        ? message.transaction().problem()
        : Optional.of("owner is " + owner + ", the sender is " + message.scheduler());
  }

  /** Every claim of an invalid transaction is rejected; nothing is released. */
  private void reject(CommitTransaction message, String problem, Effects out) {
    int owner = message.scheduler().index();
    long[] ids = message.transaction().ids();
    List<Rejection> rejected = new ArrayList<>(ids.length);
    for (int at = 0; at < ids.length; at++) {
      var reason = RejectionReason.INVALID;
      rejected.add(new Rejection(at, ids[at], Decision.NOWHERE, reason, 0, 0, problem));
    }
    var nothing = cell.decide(0, new TransactionBuilder(owner, TransactionOptions.STANDARD));
    var result = new TransactionResult(rejected, List.of(), TransactionResult.NONE.fresh());
    log.append(new CellChanged(message.number(), nothing.entry(), result), out);
  }

  private void decide(long nowNs, CommitTransaction message, Effects out) {
    var transaction = message.transaction().builder();
    var decision = cell.decide(nowNs, transaction);
    var result = result(transaction, decision);
    if (publishes) {
      out.publish(new Notice.TransactionClosed(message.transaction(), result));
    }
    log.append(new CellChanged(message.number(), decision.entry(), result), out);
  }

  private static TransactionResult result(TransactionBuilder transaction, Decision decision) {
    List<MovedClaim> moved = new ArrayList<>();
    for (int at = 0; at < transaction.claims(); at++) {
      if (decision.isAccepted(at) && decision.machineOf(at) != transaction.machine(at)) {
        moved.add(new MovedClaim(at, decision.machineOf(at)));
      }
    }
    return new TransactionResult(decision.rejected(), moved, decision.fresh().pack());
  }

  void release(ClaimReleased released, Effects out) {
    releases.add(released, out);
  }

  // Answering.

  void applied(CellChanged changed, Effects out) {
    if (changed.entry() instanceof TransactionCommitted entry) {
      sendPreempted(entry, out);
      inLog.remove(entry.owner(), changed.number());
      var answer = state.answers().find(entry.owner());
      if (answer != null && !isSuperseded(entry.owner(), changed.number())) {
        send(answer, out);
      }
    } else if (changed.entry() instanceof ClaimsReleased) {
      releases.applied(out);
    }
  }

  private static void send(TransactionAnswer answer, Effects out) {
    out.send(
        SchedulerEvent.at(answer.owner()),
        new TransactionDecided(answer.number(), answer.result()));
  }

  private static void sendPreempted(TransactionCommitted entry, Effects out) {
    if (entry.preemptedIds().length == 0) {
      return;
    }
    var byOwner = new TreeMap<Integer, List<Long>>();
    for (int i = 0; i < entry.preemptedIds().length; i++) {
      byOwner
          .computeIfAbsent(entry.preemptedOwners()[i], _ -> new ArrayList<>())
          .add(entry.preemptedIds()[i]);
    }
    byOwner.forEach(
        (owner, claims) -> out.send(SchedulerEvent.at(owner), new ClaimsPreempted(claims)));
  }

  // Takeover.

  /** The claims of older epochs of a scheduler, promised or applied. */
  List<Long> claimsBefore(int scheduler, int epoch) {
    return cell.claimsOf(scheduler).stream()
        .filter(claim -> ReservationId.isOlder(claim, epoch))
        .toList();
  }
}
