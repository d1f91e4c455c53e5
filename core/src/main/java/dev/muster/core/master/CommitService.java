package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.MachineRows;
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
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.CellState.Applied;
import dev.muster.core.master.state.cell.Decision;
import java.util.ArrayList;
import java.util.Comparator;
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
 * <p>A scheduler has one transaction in progress. Each number is decided once; its result is kept,
 * to be sent again, until the next transaction.
 */
final class CommitService {

  /**
   * The states of a commit.
   *
   * <pre>
   *   IN_LOG ──► APPLIED ──► SUPERSEDED
   *      └───────────────────────▲
   * </pre>
   */
  enum CommitState implements Lifecycle.State<CommitState> {
    /** Decided; its entry is not applied. */
    IN_LOG,
    /** Applied and answered; the result is sent again on request. */
    APPLIED,
    /** The scheduler has a new epoch; nothing up to this number is answered. */
    SUPERSEDED;

    @Override
    public boolean mayBecome(CommitState next) {
      return next == SUPERSEDED ? this != SUPERSEDED : this == IN_LOG && next == APPLIED;
    }
  }

  private static final class Commit {
    private final long number;
    private final TransactionBuilder transaction;
    private TransactionResult result;
    private CommitState state;

    Commit(
        long number, TransactionBuilder transaction, TransactionResult result, CommitState state) {
      this.number = number;
      this.transaction = transaction;
      this.result = result;
      this.state = state;
    }
  }

  private final CellState cell;
  private final Releases releases;
  private final Lifecycle<CommitState> lifecycle = new Lifecycle<>(CommitState.class);
  private final boolean publishes;
  private final TreeMap<Integer, Commit> latest = new TreeMap<>();

  /**
   * @param publishes whether decisions are published, for those who explain what limits reject
   */
  CommitService(CellState cell, boolean publishes) {
    this.cell = cell;
    this.publishes = publishes;
    this.releases = new Releases(cell);
  }

  /**
   * The number of a scheduler's latest transaction that the cell state includes; 0 where none of
   * its epoch is decided, for one of an older epoch may still be in the log.
   */
  long lastApplied(int owner) {
    var commit = latest.get(owner);
    if (commit == null) {
      return 0;
    }
    return switch (commit.state) {
      case IN_LOG -> commit.number - 1;
      case APPLIED -> commit.number;
      case SUPERSEDED -> 0;
    };
  }

  // Deciding.

  /** Stale numbers are ignored. */
  void commit(long nowNs, CommitTransaction message, Effects out) {
    int owner = message.scheduler().index();
    var commit = latest.get(owner);
    if (commit == null || message.number() > commit.number) {
      problem(message)
          .ifPresentOrElse(
              problem -> reject(message, problem, out), () -> decide(nowNs, message, out));
    } else if (message.number() == commit.number && commit.state == CommitState.APPLIED) {
      answer(owner, commit, out);
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
    var none = new TransactionBuilder(owner, TransactionOptions.STANDARD);
    var result = new TransactionResult(rejected, List.of(), new MachineRows().pack());
    var commit = new Commit(message.number(), none, result, CommitState.IN_LOG);
    latest.put(owner, commit);
    applied(owner, commit, out);
  }

  private void decide(long nowNs, CommitTransaction message, Effects out) {
    var transaction = message.transaction().builder();
    var decision = cell.decide(nowNs, transaction);
    var result = result(transaction, decision);
    var commit = new Commit(message.number(), transaction, result, CommitState.IN_LOG);
    latest.put(transaction.owner(), commit);
    if (publishes) {
      out.publish(new Notice.TransactionClosed(message.transaction(), result));
    }
    if (decision.entry().isEmpty()) {
      applied(transaction.owner(), commit, out);
    } else {
      out.append(new CellChanged(message.number(), decision.entry()));
    }
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

  /**
   * @param applied what came of the entry
   */
  void applied(CellChanged changed, Applied applied, Effects out) {
    if (changed.entry() instanceof TransactionCommitted entry) {
      sendPreempted(entry, out);
      var commit = latest.get(entry.owner());
      if (commit != null && commit.number == changed.number()) {
        commit.result = withoutLost(commit, applied.lost());
        applied(entry.owner(), commit, out);
      }
    } else if (changed.entry() instanceof ClaimsReleased) {
      releases.applied(out);
    }
  }

  private void applied(int owner, Commit commit, Effects out) {
    commit.state = lifecycle.change(commit.state, CommitState.APPLIED);
    answer(owner, commit, out);
  }

  /** Claims whose machine left while their entry was in the log are rejected too. */
  private static TransactionResult withoutLost(Commit commit, List<ClaimRef> lost) {
    if (lost.isEmpty()) {
      return commit.result;
    }
    List<Rejection> rejected = new ArrayList<>(commit.result.rejected());
    List<MovedClaim> moved = new ArrayList<>(commit.result.moved());
    for (int at = 0; at < commit.transaction.claims(); at++) {
      long id = commit.transaction.id(at);
      if (lost.contains(new ClaimRef(commit.transaction.owner(), id))) {
        int machine = commit.transaction.machine(at);
        var gone = new Rejection(at, id, machine, RejectionReason.NO_MACHINE, machine, 0);
        rejected.add(gone);
        moved.removeIf(one -> one.at() == gone.at());
      }
    }
    rejected.sort(Comparator.comparingInt(Rejection::at));
    return new TransactionResult(rejected, moved, commit.result.fresh());
  }

  private static void answer(int owner, Commit commit, Effects out) {
    out.send(SchedulerEvent.at(owner), new TransactionDecided(commit.number, commit.result));
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

  /** After a loss of leadership: decided entries may never be committed. */
  void forgetPromises() {
    cell.forgetPromises();
    releases.forgetEntry();
  }

  /** Transactions of older epochs are stale from now on. */
  void supersede(int scheduler, int epoch) {
    long before = CommitTransaction.firstNumber(epoch) - 1;
    var commit = latest.get(scheduler);
    if (commit != null && commit.number >= before) {
      return;
    }
    if (commit != null && commit.state != CommitState.SUPERSEDED) {
      commit.state = lifecycle.change(commit.state, CommitState.SUPERSEDED);
    }
    var empty = new TransactionBuilder(scheduler, TransactionOptions.STANDARD);
    var none = new TransactionResult(List.of(), List.of(), new MachineRows().pack());
    latest.put(scheduler, new Commit(before, empty, none, CommitState.SUPERSEDED));
  }

  /** The claims of older epochs of a scheduler, promised or applied. */
  List<Long> claimsBefore(int scheduler, int epoch) {
    return cell.claimsOf(scheduler).stream()
        .filter(claim -> ReservationId.isOlder(claim, epoch))
        .toList();
  }

  Lifecycle<CommitState> lifecycle() {
    return lifecycle;
  }
}
