package dev.muster.core.commit;

import dev.muster.core.flat.IntList;
import dev.muster.core.flat.LongList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges transactions, one after the other, against all that was decided before.
 *
 * <p>It writes only promises: what machines have left, their promised sequence numbers, claims that
 * are not applied, ends that are not applied. A refused gang takes them all back.
 */
final class Decider {

  /** How many machines are looked at in search of an equivalent one. */
  static final int REPAIR_TRIES = 64;

  private static final int UNUSED = -1;

  private final CellRules rules;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final AskTable asks;
  private final Holdings holdings;
  private final Partitions partitions;
  private final Victims victims;

  private final IntList accepted = new IntList();
  private final IntList acceptedAsks = new IntList();
  private final IntList released = new IntList();
  private final IntList pushedOut = new IntList();
  private int[] askSlots = new int[0];

  private Transaction transaction = new Transaction(0, Terms.STANDARD);
  private Holding holding = new Holding(0);
  private int[] machineOf = new int[0];
  private List<Refused> refused = new ArrayList<>();
  private MachineRows fresh = new MachineRows();
  private long warmth;
  private long needed;
  private long has;

  Decider(
      CellRules rules,
      MachineTable machines,
      ClaimTable claims,
      AskTable asks,
      Holdings holdings,
      Partitions partitions) {
    this.rules = rules;
    this.machines = machines;
    this.claims = claims;
    this.asks = asks;
    this.holdings = holdings;
    this.partitions = partitions;
    this.victims = new Victims(rules.preemption(), machines, claims);
  }

  Decision decide(Transaction judged) {
    start(judged);
    release();
    boolean whole = claim();
    int[] advanced = whole ? new int[0] : rollBack();
    var decision = decision(advanced);
    finish();
    return decision;
  }

  private void start(Transaction judged) {
    transaction = judged;
    holding = holdings.of(judged.owner());
    machineOf = new int[judged.claims()];
    refused = new ArrayList<>();
    fresh = new MachineRows();
    if (askSlots.length < judged.asks().size()) {
      askSlots = new int[judged.asks().size() * 2];
    }
    Arrays.fill(askSlots, 0, judged.asks().size(), UNUSED);
  }

  private void release() {
    for (int at = 0; at < transaction.releases(); at++) {
      int slot = claims.find(transaction.owner(), transaction.released(at));
      if (slot != ClaimTable.NONE && !claims.isGoing(slot)) {
        claims.setGoing(slot, true);
        released.add(slot);
      }
    }
    warm();
    for (int i = 0; i < released.size(); i++) {
      int slot = released.at(i);
      var need = claims.ask(slot).resources();
      claims.holder(slot).subtract(need);
      machines.unpromise(claims.machine(slot), need);
    }
  }

  /**
   * Reads a word of all that will be touched, so that the cache lines are fetched side by side and
   * not one after the other as the claims are judged. In a large cell that is most of the time.
   */
  private void warm() {
    long sum = 0;
    for (int at = 0; at < machineOf.length; at++) {
      sum += machines.touch(transaction.machine(at));
    }
    for (int i = 0; i < released.size(); i++) {
      sum += machines.touch(claims.machine(released.at(i)));
    }
    warmth = sum;
  }

  /** So that the reads are not optimised away. */
  long warmth() {
    return warmth;
  }

  /** Whether all is well; a gang stops at its first refused claim. */
  private boolean claim() {
    boolean gang = transaction.terms().allOrNothing();
    for (int at = 0; at < machineOf.length; at++) {
      if (!claim(at) && gang) {
        return false;
      }
    }
    return true;
  }

  private boolean claim(int at) {
    var ask = transaction.askedBy(at);
    int machine = transaction.machine(at);
    var reason = fault(at, machine, ask);
    if (reason != null) {
      machine = reason.ofTheMachine() ? elsewhere(machine, ask, reason) : Decision.NOWHERE;
    }
    machineOf[at] = machine;
    if (machine == Decision.NOWHERE && reason != null) {
      refuse(at, reason);
      return false;
    }
    accept(at, machine, ask);
    return true;
  }

  private @Nullable Refusal fault(int at, int machine, Ask ask) {
    var excess = holding.excess(ask);
    if (excess != null) {
      return fault(excess.reason(), excess.needed(), excess.has());
    }
    if (claims.size() >= rules.maxClaims()) {
      return fault(Refusal.CELL_FULL, claims.size() + 1L, rules.maxClaims());
    }
    int known = claims.find(transaction.owner(), transaction.id(at));
    if (known != ClaimTable.NONE) {
      return fault(Refusal.DUPLICATE, transaction.id(at), claims.machine(known));
    }
    if (!machines.has(machine)) {
      return fault(Refusal.NO_MACHINE, machine, 0);
    }
    if (transaction.terms().conflicts() == Terms.Conflicts.SEQUENCE
        && machines.promisedSequence(machine) != transaction.sequence(at)) {
      return fault(Refusal.CHANGED, transaction.sequence(at), machines.promisedSequence(machine));
    }
    return machines.fits(machine, ask.resources()) ? null : noRoom(machine, ask);
  }

  private Refusal fault(Refusal reason, long wouldNeed, long wouldHave) {
    needed = wouldNeed;
    has = wouldHave;
    return reason;
  }

  private Refusal noRoom(int machine, Ask ask) {
    var left = machines.left(machine);
    var need = ask.resources();
    if (need.cpuMillis() > left.cpuMillis()) {
      return fault(Refusal.CPU, need.cpuMillis(), left.cpuMillis());
    }
    if (need.memoryBytes() > left.memoryBytes()) {
      return fault(Refusal.MEMORY, need.memoryBytes(), left.memoryBytes());
    }
    for (var one : need.named().entrySet()) {
      if (one.getValue() > left.named(one.getKey())) {
        return fault(Refusal.NAMED, one.getValue(), left.named(one.getKey()));
      }
    }
    throw new IllegalStateException(need + " fits in " + left);
  }

  /** Another machine, or the same one after others had to go, as far as the transaction allows. */
  private int elsewhere(int machine, Ask ask, Refusal reason) {
    int other = transaction.terms().mayRepair() ? equivalent(machine, ask) : Decision.NOWHERE;
    if (other == Decision.NOWHERE
        && transaction.terms().mayPreempt()
        && reason != Refusal.CHANGED
        && victims.makeRoom(machine, ask, pushedOut)) {
      return machine;
    }
    return other;
  }

  /** A machine of the same partition and kind that has room, among those that follow it. */
  private int equivalent(int machine, Ask ask) {
    long site = machines.site(machine);
    var partition = partitions.of(Site.partition(site));
    int position = partitions.position(machine);
    int tries = Math.min(REPAIR_TRIES, partition.size() - 1);
    for (int step = 1; step <= tries; step++) {
      int other = partition.member((position + step) % partition.size());
      if (Site.kind(machines.site(other)) == Site.kind(site)
          && machines.fits(other, ask.resources())) {
        return other;
      }
    }
    return Decision.NOWHERE;
  }

  private void accept(int at, int machine, Ask ask) {
    int slot = claims.add(transaction.owner(), transaction.id(at), machine, askSlot(at, ask));
    claims.setNew(slot, true);
    holding.add(ask.resources());
    machines.promise(machine, ask.resources());
    machines.advancePromised(machine);
    accepted.add(slot);
    acceptedAsks.add(transaction.askOf(at));
  }

  private int askSlot(int at, Ask ask) {
    int number = transaction.askOf(at);
    if (askSlots[number] == UNUSED) {
      askSlots[number] = asks.add(ask, holding);
    }
    return askSlots[number];
  }

  private void refuse(int at, Refusal reason) {
    int machine = transaction.machine(at);
    refused.add(new Refused(at, transaction.id(at), machine, reason, needed, has));
    if (reason.ofTheMachine()) {
      machines.describePromised(machine, fresh);
    }
  }

  /** Makes nothing of a gang; gives the machines whose sequence numbers go on all the same. */
  private int[] rollBack() {
    var first = refused.getFirst();
    var advanced = new IntList();
    for (int i = 0; i < accepted.size(); i++) {
      int slot = accepted.at(i);
      int machine = claims.machine(slot);
      machines.unpromise(machine, claims.ask(slot).resources());
      if (rules.rollbackAdvances()) {
        advanced.add(machine);
      } else {
        machines.rewindPromised(machine);
      }
      holding.subtract(claims.ask(slot).resources());
      claims.remove(slot);
    }
    keepAll(pushedOut);
    keepAll(released);
    accepted.clear();
    acceptedAsks.clear();
    refuseAll(first);
    return advanced.toArray();
  }

  private void keepAll(IntList slots) {
    for (int i = 0; i < slots.size(); i++) {
      victims.keep(slots.at(i));
    }
    slots.clear();
  }

  private void refuseAll(Refused first) {
    refused.clear();
    for (int at = 0; at < machineOf.length; at++) {
      machineOf[at] = Decision.NOWHERE;
      long id = transaction.id(at);
      int machine = transaction.machine(at);
      refused.add(
          at == first.at() ? first : new Refused(at, id, machine, Refusal.GANG, first.claim(), 0));
    }
  }

  private Decision decision(int[] advanced) {
    var ids = new long[accepted.size()];
    var where = new int[accepted.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = claims.id(accepted.at(i));
      where[i] = claims.machine(accepted.at(i));
      claims.setNew(accepted.at(i), false);
    }
    var preempted = new ArrayList<ClaimRef>();
    for (int i = 0; i < pushedOut.size(); i++) {
      preempted.add(claims.ref(pushedOut.at(i)));
    }
    var entry =
        new CommitEntry(
            transaction.owner(),
            List.copyOf(transaction.asks()),
            ids,
            where,
            acceptedAsks.toArray(),
            idsOf(released),
            preempted.stream().mapToInt(ClaimRef::owner).toArray(),
            idsOf(pushedOut),
            advanced);
    return new Decision(machineOf, refused, preempted, fresh, entry);
  }

  private long[] idsOf(IntList slots) {
    var ids = new LongList();
    for (int i = 0; i < slots.size(); i++) {
      ids.add(claims.id(slots.at(i)));
    }
    return ids.toArray();
  }

  private void finish() {
    accepted.clear();
    acceptedAsks.clear();
    released.clear();
    pushedOut.clear();
  }
}
