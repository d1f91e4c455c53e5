package dev.muster.core.master.state;

import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * The cell state of Omega: which machines there are and what is claimed on each.
 *
 * <pre>
 *   Transaction ──► decide ──► TransactionCommitted ──► log ──► apply       the leader
 *                     │            ▲                     │
 *                     └─ Decision ─┘ answered when applied
 *                                              log ──► apply       followers
 * </pre>
 *
 * State changes in {@link #apply} alone. {@link #decide} makes promises, which only later decisions
 * see, so that what is on its way through the log is not given away twice; a leader that is none
 * any more forgets them.
 */
public final class CellState {

  private final CellRules rules;
  private final Tables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Partitions partitions;
  private final Roster roster;
  private final Commits commits;
  private final Decider decider;
  private final ReadAhead readAhead;
  private final Audit audit = new Audit();

  public CellState(CellRules rules) {
    this.rules = rules;
    this.tables = Tables.empty(rules.preemption());
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.partitions = tables.partitions();
    this.roster = new Roster(tables);
    this.commits = new Commits(tables, roster);
    this.decider = new Decider(rules, tables);
    this.readAhead = new ReadAhead(tables);
  }

  public CellRules rules() {
    return rules;
  }

  /**
   * Judges a transaction. The entry of each decision must come back in {@link #apply}, in the order
   * of the decisions, or {@link #forgetPromises} must be called. An empty one need not.
   */
  public Decision decide(long nowNs, TransactionBuilder transaction) {
    var decision = decider.decide(transaction);
    audit.note(nowNs, transaction, decision);
    return decision;
  }

  /**
   * Judges which of these claims end; one that is not on the machine that says so does not. The
   * entry must come back as that of any decision.
   */
  public ClaimsReleased end(IntList machinesOf, IntList owners, LongList ids) {
    var entry = decider.end(machinesOf, owners, ids);
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
      case TransactionCommitted commit -> commits.apply(commit);
      case ClaimsReleased ended -> commits.apply(ended);
      case CellEntry.MachineJoined joined -> roster.join(joined);
      case CellEntry.MachineLeft left -> roster.leave(left.machine());
      case CellEntry.CapacityChanged changed ->
          roster.resize(changed.machine(), changed.capacity());
      case CellEntry.LimitsSet set -> {
        tables.holdings().of(set.owner()).limit(set.limits());
        yield Applied.QUIETLY;
      }
    };
  }

  /** For a leader that is none any more: what it decided may never come. */
  public void forgetPromises() {
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isUsed(slot) && !claims.isApplied(slot)) {
        tables.drop(slot);
      } else if (claims.isUsed(slot) && claims.isGoing(slot)) {
        tables.keep(slot);
      }
    }
    roster.forgetPromises();
  }

  /**
   * Fills in what changed in a partition since the version that a copy has; nothing, if no machine
   * was ever in it.
   */
  public void since(long version, int partition, DeltaBuffer delta) {
    var changed = partitions.find(partition);
    if (changed.remembers(version)) {
      changes(version, changed, partition, delta);
    } else {
      delta.startWhole(partition, changed.version(), changed.size());
      for (int at = 0; at < changed.size(); at++) {
        machines.describe(changed.member(at), delta.rows());
      }
    }
  }

  /** A machine that changed twice is told of twice: to find that out would cost more. */
  private void changes(
      long version, Partitions.Partition changed, int partition, DeltaBuffer delta) {
    int count = (int) (changed.version() - version);
    int words = changed.isShaped(version) ? MachineRows.FREE_ROW : MachineRows.FULL_ROW;
    delta.start(partition, changed.version(), count, words);
    readAhead.machines(changed, version);
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

  /** The numbers of all claims that the owner has, decided or applied. */
  public List<Long> claimsOf(int owner) {
    List<Long> found = new ArrayList<>();
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isUsed(slot) && claims.owner(slot) == owner) {
        found.add(claims.id(slot));
      }
    }
    return found;
  }

  public boolean has(int machine) {
    return machines.has(machine);
  }

  /** What is claimed by nobody. */
  public Resources free(int machine) {
    return machines.free(machine);
  }

  /** What is neither claimed by anybody nor promised to anybody. */
  public Resources left(int machine) {
    return machines.left(machine);
  }

  public Resources capacity(int machine) {
    return machines.capacity(machine);
  }

  public int sequence(int machine) {
    return machines.sequence(machine);
  }

  /** Whether more is claimed on the machine than it has, because it shrank. */
  public boolean isOvercommitted(int machine) {
    return machines.isOvercommitted(machine);
  }

  /** How often a machine shrank below what was claimed on it, or just before it was. */
  public long brokenPromises() {
    return machines.brokenPromises();
  }

  public Audit audit() {
    return audit;
  }

  public List<Account> accounts() {
    return audit.accounts(tables.holdings());
  }

  public CellSnapshot save() {
    return new Saving(tables).save();
  }

  /** The same state, without the promises and the audit of the cell that saved it. */
  public static CellState restore(CellRules rules, CellSnapshot snapshot) {
    var cell = new CellState(rules);
    snapshot.replay(cell);
    snapshot.settle(cell.machines, cell.partitions);
    return cell;
  }

  /** The same for the same state, however it came about; promises do not count. */
  public long digest() {
    return save().digest(new TraceHash());
  }

  /** What the flat arrays take. */
  public long bytes() {
    return tables.bytes();
  }
}
