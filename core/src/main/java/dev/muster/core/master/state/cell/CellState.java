package dev.muster.core.master.state.cell;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.master.state.cell.Audit.OwnerActivity;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * The cell state of Omega: the machines and the claims on each.
 *
 * <pre>
 *   Transaction ──► decide ──► TransactionCommitted ──► log ──► apply       the leader
 *                     │            ▲                     │
 *                     └─ Decision ─┘ answered when applied
 *                                              log ──► apply       followers
 * </pre>
 *
 * State changes in {@link #apply} alone. {@link #decide} makes promises, which only later decisions
 * see, so that resources are not promised twice while an entry is in the log; a leader that loses
 * its leadership forgets them.
 */
public final class CellState {

  /**
   * What came of applying an entry that was not known when it was decided.
   *
   * @param lost claims whose machine has left
   * @param overcommitted whether a machine became overcommitted
   */
  public record Applied(List<ClaimRef> lost, boolean overcommitted) {

    /** No claim lost, no machine overcommitted. */
    public static final Applied AS_DECIDED = new Applied(List.of(), false);
  }

  private final CellRules rules;
  private final CellTables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Partitions partitions;
  private final MachineMembership membership;
  private final TransactionApplier applier;
  private final TransactionDecider decider;
  private final Prefetch prefetch;
  private final Audit audit = new Audit();

  public CellState(CellRules rules) {
    this.rules = rules;
    this.tables = CellTables.empty(rules.preemption());
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.partitions = tables.partitions();
    this.membership = new MachineMembership(tables);
    this.applier = new TransactionApplier(tables, membership);
    this.decider = new TransactionDecider(rules, tables);
    this.prefetch = new Prefetch(tables);
  }

  public CellRules rules() {
    return rules;
  }

  /**
   * Decides a transaction. The entry of each decision must come back in {@link #apply}, in the
   * order of the decisions, or {@link #forgetPromises} must be called. An empty one need not.
   */
  public Decision decide(long nowNs, TransactionBuilder transaction) {
    var decision = decider.decide(transaction);
    audit.note(nowNs, transaction, decision);
    return decision;
  }

  /**
   * Decides which of these claims end; a claim that is not on the machine named with it does not.
   * The entry must come back as that of any decision.
   */
  public ClaimsReleased decideReleases(IntList machinesOf, IntList owners, LongList ids) {
    var entry = decider.decideReleases(machinesOf, owners, ids);
    audit.note(entry);
    return entry;
  }

  /** Decides and applies at once, where there is no log in between. */
  public Decision commit(long nowNs, TransactionBuilder transaction) {
    var decision = decide(nowNs, transaction);
    apply(decision.entry());
    return decision;
  }

  /** The only thing that changes the state. */
  public Applied apply(CellEntry entry) {
    return switch (entry) {
      case TransactionCommitted commit -> applier.apply(commit);
      case ClaimsReleased ended -> applier.apply(ended);
      case CellEntry.MachineJoined joined -> membership.join(joined);
      case CellEntry.MachineLeft left -> membership.leave(left.machine());
      case CellEntry.CapacityChanged changed ->
          membership.resize(changed.machine(), changed.capacity());
      case CellEntry.LimitsSet set -> {
        tables.usage().of(set.owner()).setLimits(set.limits());
        yield Applied.AS_DECIDED;
      }
    };
  }

  /**
   * Has this one hear of all claims that are decided from now on, until promises are forgotten;
   * first of those that there are.
   */
  public void watch(ClaimWatcher watcher) {
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isUsed(slot) && !claims.isEnding(slot)) {
        watcher.promised(claims.id(slot), claims.machine(slot), claims.request(slot));
      }
    }
    claims.watch(watcher);
  }

  /** After a loss of leadership: decided entries may never be committed. */
  public void forgetPromises() {
    claims.watch(ClaimWatcher.NOBODY);
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isUsed(slot) && !claims.isApplied(slot)) {
        tables.remove(slot);
      } else if (claims.isEnding(slot)) {
        tables.cancelEnd(slot);
      }
    }
    membership.forgetPromises();
  }

  /**
   * Fills in what changed in a partition since the version of a replica; nothing, if no machine was
   * ever in it.
   */
  public void fillDelta(long version, int partition, DeltaBuffer delta) {
    var changed = partitions.find(partition);
    if (changed.hasChangesSince(version)) {
      fillChanges(version, changed, partition, delta);
    } else {
      delta.startWhole(partition, changed.version(), changed.size());
      for (int at = 0; at < changed.size(); at++) {
        machines.describe(changed.member(at), delta.rows());
      }
    }
  }

  /** A machine that changed twice has two rows: to find duplicates would cost more. */
  private void fillChanges(
      long version, Partitions.Partition changed, int partition, DeltaBuffer delta) {
    int count = (int) (changed.version() - version);
    int words = changed.onlyFreeChangedSince(version) ? MachineRows.FREE_ROW : MachineRows.FULL_ROW;
    delta.start(partition, changed.version(), count, words);
    prefetch.machines(changed, version);
    for (long change = version; change < changed.version(); change++) {
      machines.describe(changed.changed(change), delta.rows());
    }
  }

  /** Partitions are numbered from 0 to below this. */
  public int partitions() {
    return partitions.count();
  }

  /** Grows with every change of a machine in the partition; 0 if none was ever in it. */
  public long version(int partition) {
    return partitions.find(partition).version();
  }

  public int machines() {
    return machines.present();
  }

  public int claims() {
    return claims.size();
  }

  /** The numbers of all claims of the owner, promised or applied. */
  public List<Long> claimsOf(int owner) {
    List<Long> found = new ArrayList<>();
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isUsed(slot) && claims.owner(slot) == owner) {
        found.add(claims.id(slot));
      }
    }
    return found;
  }

  /**
   * The machine of a claim, which may be decided and not applied, or about to end; {@link
   * Decision#NOWHERE} where the owner has no such claim.
   */
  public int machineOf(int owner, long claim) {
    int slot = claims.find(owner, claim);
    return slot == ClaimTable.NONE ? Decision.NOWHERE : claims.machine(slot);
  }

  /** Whether the claim is applied, and its end is not decided. */
  public boolean holds(int owner, long claim) {
    int slot = claims.find(owner, claim);
    return slot != ClaimTable.NONE && claims.isApplied(slot) && !claims.isEnding(slot);
  }

  public boolean has(int machine) {
    return machines.has(machine);
  }

  /** What no applied claim has. */
  public Resources free(int machine) {
    return machines.free(machine);
  }

  /** What no claim has, applied or promised. */
  public Resources available(int machine) {
    return machines.available(machine);
  }

  /** Whether so much is available. */
  public boolean fits(int machine, Resources need) {
    return machines.fits(machine, need);
  }

  /** Of {@link #available}, the cpu. */
  public long availableCpuMillis(int machine) {
    return machines.availableCpuMillis(machine);
  }

  /** Of {@link #available}, the memory. */
  public long availableMemoryBytes(int machine) {
    return machines.availableMemoryBytes(machine);
  }

  public Resources capacity(int machine) {
    return machines.capacity(machine);
  }

  public int sequence(int machine) {
    return machines.sequence(machine);
  }

  /** Whether the claims on the machine exceed its capacity, because it shrank. */
  public boolean isOvercommitted(int machine) {
    return machines.isOvercommitted(machine);
  }

  public long overcommits() {
    return machines.overcommits();
  }

  public Lifecycle<ClaimState> lifecycle() {
    return claims.lifecycle();
  }

  public Audit audit() {
    return audit;
  }

  public List<OwnerActivity> ownerActivity() {
    return audit.ownerActivity(tables.usage());
  }

  public CellSnapshot save() {
    return CellSnapshot.of(tables);
  }

  /** The saved state, without promises and audit. */
  public static CellState restore(CellRules rules, CellSnapshot snapshot) {
    var cell = new CellState(rules);
    snapshot.replay(cell);
    snapshot.restoreCounters(cell.machines, cell.partitions);
    return cell;
  }

  /** Equal for equal states, whatever their history; promises do not count. */
  public long digest() {
    return save().digest(new TraceHash());
  }

  /** The size of the flat arrays. */
  public long bytes() {
    return tables.bytes();
  }
}
