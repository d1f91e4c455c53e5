package dev.muster.core.commit;

import dev.muster.core.claim.CellEntry;
import dev.muster.core.claim.ClaimRef;
import dev.muster.core.claim.CommitEntry;
import dev.muster.core.claim.Delta;
import dev.muster.core.claim.Site;
import dev.muster.core.claim.Transaction;
import dev.muster.core.loop.TraceHash;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The cell state of Omega: which machines there are and what is claimed on each.
 *
 * <pre>
 *   Transaction ──► decide ──► CommitEntry ──► log ──► apply       the leader
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

  private static final int UNUSED = -1;

  private final CellRules rules;
  private final MachineTable machines = new MachineTable();
  private final AskTable asks = new AskTable();
  private final ClaimTable claims;
  private final Holdings holdings = new Holdings();
  private final Partitions partitions = new Partitions();
  private final Audit audit = new Audit();
  private final Decider decider;
  private long brokenPromises;

  /** Claims that are decided, not applied, and on a machine that left meanwhile. */
  private int stranded;

  public CellState(CellRules rules) {
    this.rules = rules;
    this.claims = new ClaimTable(asks, rules.preemption());
    this.decider = new Decider(rules, machines, claims, asks, holdings, partitions);
  }

  public CellRules rules() {
    return rules;
  }

  /**
   * Judges a transaction. The entry of each decision must come back in {@link #apply}, in the order
   * of the decisions, or {@link #forgetPromises} must be called. An empty one need not.
   */
  public Decision decide(long nowNs, Transaction transaction) {
    var decision = decider.decide(transaction);
    audit.note(nowNs, transaction, decision);
    return decision;
  }

  /** Decides and applies at once, where there is no log in between. */
  public Decision commit(long nowNs, Transaction transaction) {
    var decision = decide(nowNs, transaction);
    apply(decision.entry());
    return decision;
  }

  /** The only thing that changes the state. */
  public Applied apply(CellEntry entry) {
    return switch (entry) {
      case CommitEntry commit -> commit(commit);
      case CellEntry.MachineJoined joined -> join(joined);
      case CellEntry.MachineLeft left -> leave(left.machine());
      case CellEntry.CapacityChanged changed -> resize(changed.machine(), changed.capacity());
      case CellEntry.LimitsSet set -> {
        holdings.of(set.owner()).limit(set.limits());
        yield Applied.QUIETLY;
      }
    };
  }

  private Applied commit(CommitEntry entry) {
    for (long id : entry.released()) {
      end(claims.find(entry.owner(), id));
    }
    for (int i = 0; i < entry.preemptedIds().length; i++) {
      end(claims.find(entry.preemptedOwners()[i], entry.preemptedIds()[i]));
    }
    for (int machine : entry.advanced()) {
      machines.advanceApplied(machine);
      note(machine);
    }
    return claim(entry);
  }

  /** One that is not applied is a later claim of the same number: the one that is meant is gone. */
  private void end(int slot) {
    if (slot != ClaimTable.NONE && claims.isApplied(slot)) {
      int machine = claims.machine(slot);
      machines.give(machine, claims.ask(slot).resources());
      drop(slot);
      note(machine);
    }
  }

  /** Takes it off the books; its room has been seen to. */
  private void drop(int slot) {
    if (!claims.isGoing(slot)) {
      var need = claims.ask(slot).resources();
      machines.unpromise(claims.machine(slot), need);
      claims.holder(slot).subtract(need);
    }
    claims.remove(slot);
  }

  private Applied claim(CommitEntry entry) {
    var lost = new ArrayList<ClaimRef>(0);
    long brokenBefore = brokenPromises;
    var askSlots = new int[entry.asks().size()];
    Arrays.fill(askSlots, UNUSED);
    for (int at = 0; at < entry.ids().length; at++) {
      if (machines.has(entry.machines()[at])) {
        claim(entry, at, askSlots);
      } else {
        lost.add(lose(entry.owner(), entry.ids()[at]));
      }
    }
    boolean broken = brokenPromises > brokenBefore;
    return lost.isEmpty() && !broken ? Applied.QUIETLY : new Applied(List.copyOf(lost), broken);
  }

  private void claim(CommitEntry entry, int at, int[] askSlots) {
    int machine = entry.machines()[at];
    int slot = claims.find(entry.owner(), entry.ids()[at]);
    if (slot == ClaimTable.NONE) {
      slot = follow(entry, at, askSlots);
    } else if (claims.isApplied(slot)) {
      return;
    }
    boolean before = machines.isOvercommitted(machine);
    claims.setApplied(slot);
    machines.take(machine, claims.ask(slot).resources());
    brokenPromises += !before && machines.isOvercommitted(machine) ? 1 : 0;
    machines.advanceApplied(machine);
    note(machine);
  }

  /** A claim that somebody else decided. */
  private int follow(CommitEntry entry, int at, int[] askSlots) {
    int number = entry.askOf()[at];
    var ask = entry.asks().get(number);
    var holding = holdings.of(entry.owner());
    if (askSlots[number] == UNUSED) {
      askSlots[number] = asks.add(ask, holding);
    }
    holding.add(ask.resources());
    machines.promise(entry.machines()[at], ask.resources());
    return claims.add(entry.owner(), entry.ids()[at], entry.machines()[at], askSlots[number]);
  }

  /** Decided while the news that the machine left was on its way. */
  private ClaimRef lose(int owner, long id) {
    int slot = claims.find(owner, id);
    if (slot != ClaimTable.NONE && !claims.isApplied(slot)) {
      machines.rewindPromised(claims.machine(slot));
      stranded--;
      drop(slot);
    }
    return new ClaimRef(owner, id);
  }

  private Applied join(CellEntry.MachineJoined joined) {
    int machine = joined.machine();
    if (machine < 0 || machine >= Cell.MAX_MACHINES) {
      throw new IllegalArgumentException(
          "machine must be at least 0 and below " + Cell.MAX_MACHINES + ": " + machine);
    }
    if (machines.has(machine)) {
      move(machine, joined.site());
      return resize(machine, joined.capacity());
    }
    machines.join(machine, joined.capacity(), joined.site());
    keepPromises(machine);
    partitions.add(machine, joined.site().partition());
    note(machine);
    return Applied.QUIETLY;
  }

  /** What was decided before the machine left and is not applied will be, now that it is back. */
  private void keepPromises(int machine) {
    if (stranded == 0) {
      return;
    }
    for (int slot : claims.on(machine).toArray()) {
      stranded--;
      if (!claims.isGoing(slot)) {
        machines.promise(machine, claims.ask(slot).resources());
      }
    }
  }

  private void move(int machine, Site site) {
    int before = Site.partition(machines.site(machine));
    partitions.note(machine, before);
    partitions.remove(machine, before);
    machines.move(machine, site);
    partitions.add(machine, site.partition());
  }

  private Applied leave(int machine) {
    if (!machines.has(machine)) {
      return Applied.QUIETLY;
    }
    note(machine);
    partitions.remove(machine, Site.partition(machines.site(machine)));
    machines.leave(machine);
    var lost = new ArrayList<ClaimRef>();
    for (int slot : claims.on(machine).toArray()) {
      if (claims.isApplied(slot)) {
        lost.add(claims.ref(slot));
        drop(slot);
      } else {
        stranded++;
      }
    }
    lost.sort(Comparator.comparingInt(ClaimRef::owner).thenComparingLong(ClaimRef::id));
    return new Applied(List.copyOf(lost), false);
  }

  private Applied resize(int machine, Resources capacity) {
    if (!machines.has(machine)) {
      return Applied.QUIETLY;
    }
    boolean before = machines.isOvercommitted(machine);
    machines.resize(machine, capacity);
    note(machine);
    boolean broken = !before && machines.isOvercommitted(machine);
    brokenPromises += broken ? 1 : 0;
    return broken ? new Applied(List.of(), true) : Applied.QUIETLY;
  }

  private void note(int machine) {
    partitions.note(machine, Site.partition(machines.site(machine)));
  }

  /** For a leader that is none any more: what it decided may never come. */
  public void forgetPromises() {
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isUsed(slot) && !claims.isApplied(slot)) {
        drop(slot);
      } else if (claims.isUsed(slot) && claims.isGoing(slot)) {
        claims.setGoing(slot, false);
        claims.holder(slot).add(claims.ask(slot).resources());
      }
    }
    machines.forgetPromises();
    stranded = 0;
  }

  /** Fills in what changed in a partition since the version that a copy has. */
  public void since(long version, int partition, Delta delta) {
    var changed = partitions.of(partition);
    boolean whole = !changed.remembers(version);
    delta.start(partition, changed.version(), whole);
    if (whole) {
      for (int at = 0; at < changed.size(); at++) {
        machines.describe(changed.member(at), delta.rows());
      }
    } else {
      for (long change = version; change < changed.version(); change++) {
        machines.describe(changed.changed(change), delta.rows());
      }
    }
  }

  /** Partitions are numbered from 0 to below this. */
  public int partitions() {
    return partitions.count();
  }

  /** Grows with every change of a machine in the partition. */
  public long version(int partition) {
    return partitions.of(partition).version();
  }

  public int machines() {
    return machines.present();
  }

  public int claims() {
    return claims.size();
  }

  /** Whether the owner has a claim of this number on the machine, decided or applied. */
  public boolean isOn(int machine, int owner, long id) {
    int slot = claims.find(owner, id);
    return slot != ClaimTable.NONE && claims.machine(slot) == machine;
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
    return brokenPromises;
  }

  public Audit audit() {
    return audit;
  }

  public List<Account> accounts() {
    return audit.accounts(holdings);
  }

  public CellSnapshot save() {
    return new Saving(machines, asks, claims, holdings, partitions).save(brokenPromises);
  }

  /** The same state, without the promises and the audit of the cell that saved it. */
  public static CellState restore(CellRules rules, CellSnapshot snapshot) {
    var cell = new CellState(rules);
    snapshot.replay(cell);
    snapshot.settle(cell.machines, cell.partitions);
    cell.brokenPromises = snapshot.brokenPromises();
    return cell;
  }

  /** The same for the same state, however it came about; promises do not count. */
  public long digest() {
    return save().digest(new TraceHash());
  }

  /** What the flat arrays take. */
  public long bytes() {
    return machines.bytes() + claims.bytes() + partitions.bytes();
  }
}
