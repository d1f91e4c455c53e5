package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.Limits;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.cell.TransactionResult.Moved;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.Notice;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.state.CellRules;
import dev.muster.core.master.state.CellState;
import dev.muster.core.master.state.Decision;
import dev.muster.core.master.state.Sites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Where schedulers hear of the cell's state and have their transactions judged.
 *
 * <pre>
 *   Commit ──► decide ──► append ──► apply ──► Judged     each number once, answered ever again
 *   Freed  ──► gather ──► append ──► apply
 * </pre>
 *
 * <p>A scheduler has one transaction out at a time; an answer is kept until its next one.
 */
public final class CommitService {

  /**
   * @param partitions among how many partitions machines are spread that name none
   * @param limits what schedulers may hold, from the start on; whoever is not in it has no limit
   */
  public record Config(CellRules rules, int partitions, List<LimitsSet> limits) {

    public Config {
      limits = List.copyOf(limits);
    }

    /** Without limits for anybody. */
    public Config(CellRules rules, int partitions) {
      this(rules, partitions, List.of());
    }

    public static Config standard() {
      return new Config(CellRules.standard(), 1);
    }

    /** The same, but this scheduler may hold no more than that. */
    public Config withLimits(int scheduler, Limits most) {
      var all = new ArrayList<>(limits);
      all.add(new LimitsSet(scheduler, most));
      return new Config(rules, partitions, all);
    }
  }

  /** The last transaction of a scheduler. */
  private static final class Last {
    private final long number;
    private final TransactionBuilder transaction;
    private TransactionResult judgement;
    private boolean onRecord;

    Last(long number, TransactionBuilder transaction, TransactionResult judgement) {
      this.number = number;
      this.transaction = transaction;
      this.judgement = judgement;
    }
  }

  private final CellState state;
  private final Sites sites;
  private final Releases releases;
  private final TreeMap<Integer, Last> lasts = new TreeMap<>();
  private final Backlogs backlogs = new Backlogs();
  private final DeltaBuffer delta = new DeltaBuffer();
  private final boolean limited;

  public CommitService(Config config) {
    this.state = new CellState(config.rules());
    this.sites = new Sites(config.partitions());
    this.releases = new Releases(state);
    this.limited = !config.limits().isEmpty();
    config.limits().forEach(state::apply);
  }

  /** What is applied. */
  public CellState state() {
    return state;
  }

  // Telling.

  public void tell(GetCellDelta wanted, Effects out) {
    List<PartitionDelta> news = new ArrayList<>();
    var named = wanted.partitions();
    int count = named.isEmpty() ? state.partitions() : named.size();
    for (int at = 0; at < count; at++) {
      int partition = named.isEmpty() ? at : named.get(at);
      if (partition >= 0 && partition < state.partitions()) {
        long has = at < wanted.versions().size() ? wanted.versions().get(at) : PartitionDelta.NEVER;
        state.since(has, partition, delta);
        news.add(delta.news());
      }
    }
    int owner = wanted.scheduler().index();
    var lenders = backlogs.hear(owner, wanted.waiting());
    out.send(
        wanted.scheduler(),
        new SchedulerEvent.CellDelta(
            committed(owner), state.partitions(), lenders, List.copyOf(news)));
  }

  /** The last transaction of a scheduler that is part of the state. */
  private long committed(int owner) {
    var last = lasts.get(owner);
    return last == null ? 0 : last.onRecord ? last.number : last.number - 1;
  }

  // Deciding.

  /** One that is not sound is not heard: no scheduler of this build sends such. */
  public void judge(long nowNs, CommitTransaction commit, Effects out) {
    int owner = commit.scheduler().index();
    var last = lasts.get(owner);
    if (last != null && commit.number() <= last.number) {
      if (commit.number() == last.number && last.onRecord) {
        answer(owner, last, out);
      }
    } else if (commit.proposal().owner() == owner && commit.proposal().isSound()) {
      decide(nowNs, commit, out);
    }
  }

  private void decide(long nowNs, CommitTransaction commit, Effects out) {
    var transaction = commit.proposal().transaction();
    var decision = state.decide(nowNs, transaction);
    var last = new Last(commit.number(), transaction, judgement(transaction, decision));
    lasts.put(transaction.owner(), last);
    if (limited) {
      out.publish(new Notice.TransactionClosed(commit.proposal(), last.judgement));
    }
    if (decision.entry().isEmpty()) {
      recorded(transaction.owner(), last, out);
    } else {
      out.append(new CellChanged(commit.number(), decision.entry()));
    }
  }

  private static TransactionResult judgement(TransactionBuilder transaction, Decision decision) {
    List<Moved> moved = new ArrayList<>();
    for (int at = 0; at < transaction.claims(); at++) {
      if (decision.isAccepted(at) && decision.machineOf(at) != transaction.machine(at)) {
        moved.add(new Moved(at, decision.machineOf(at)));
      }
    }
    return new TransactionResult(decision.refused(), moved, decision.fresh().news());
  }

  public void free(ClaimReleased freed, Effects out) {
    releases.add(freed, out);
  }

  // Applying, and telling those who wait for it.

  public void apply(CellChanged changed, Effects out) {
    var applied = state.apply(changed.entry());
    if (changed.entry() instanceof TransactionCommitted commit) {
      tellPreempted(commit, out);
      recorded(commit.owner(), changed.number(), applied.lost(), out);
    } else if (changed.entry() instanceof ClaimsReleased) {
      releases.applied(out);
    }
  }

  private void recorded(int owner, long number, List<ClaimRef> lost, Effects out) {
    var last = lasts.get(owner);
    if (last != null && last.number == number) {
      last.judgement = without(last, lost);
      recorded(owner, last, out);
    }
  }

  private static void recorded(int owner, Last last, Effects out) {
    last.onRecord = true;
    answer(owner, last, out);
  }

  /** What the log had become by the time the decision was in it refuses too. */
  private static TransactionResult without(Last last, List<ClaimRef> lost) {
    if (lost.isEmpty()) {
      return last.judgement;
    }
    List<Rejection> refused = new ArrayList<>(last.judgement.refused());
    List<Moved> moved = new ArrayList<>(last.judgement.moved());
    for (int at = 0; at < last.transaction.claims(); at++) {
      long id = last.transaction.id(at);
      if (lost.contains(new ClaimRef(last.transaction.owner(), id))) {
        int machine = last.transaction.machine(at);
        var gone = new Rejection(at, id, machine, RejectionReason.NO_MACHINE, machine, 0);
        refused.add(gone);
        moved.removeIf(one -> one.at() == gone.at());
      }
    }
    refused.sort(Comparator.comparingInt(Rejection::at));
    return new TransactionResult(refused, moved, last.judgement.fresh());
  }

  private static void answer(int owner, Last last, Effects out) {
    out.send(
        SchedulerEvent.at(owner),
        new SchedulerEvent.TransactionDecided(last.number, last.judgement));
  }

  private static void tellPreempted(TransactionCommitted commit, Effects out) {
    if (commit.preemptedIds().length == 0) {
      return;
    }
    var byOwner = new TreeMap<Integer, List<Long>>();
    for (int i = 0; i < commit.preemptedIds().length; i++) {
      byOwner
          .computeIfAbsent(commit.preemptedOwners()[i], _ -> new ArrayList<>())
          .add(commit.preemptedIds()[i]);
    }
    byOwner.forEach(
        (owner, claims) ->
            out.send(SchedulerEvent.at(owner), new SchedulerEvent.ClaimsPreempted(claims)));
  }

  /** For a leader that is none any more: what it decided may never come. */
  public void forgetPromises() {
    state.forgetPromises();
    releases.forgetEntry();
  }

  /** From now on this epoch of a scheduler is heard, and no older one. */
  public void supersede(int scheduler, int epoch) {
    long before = CommitTransaction.firstNumber(epoch) - 1;
    var none = new TransactionResult(List.of(), List.of(), new MachineRows().news());
    var last = lasts.get(scheduler);
    if (last == null || last.number < before) {
      lasts.put(
          scheduler,
          new Last(before, new TransactionBuilder(scheduler, TransactionOptions.STANDARD), none));
    }
  }

  /** The claims that older epochs of a scheduler have made, decided or applied. */
  public List<Long> claimsBefore(int scheduler, int epoch) {
    return state.claimsOf(scheduler).stream()
        .filter(claim -> ReservationId.isOlder(claim, epoch))
        .toList();
  }

  /** A machine has this and is this, from now on. */
  public void join(MachineRegistered known) {
    var site = sites.of(known.node(), known.attributes());
    state.apply(new MachineJoined(known.node(), known.capacity(), site));
  }
}
