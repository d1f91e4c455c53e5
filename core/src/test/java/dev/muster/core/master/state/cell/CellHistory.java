package dev.muster.core.master.state.cell;

import static dev.muster.core.master.state.cell.CellModel.GPU;
import static dev.muster.core.master.state.cell.CellModel.size;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.CellEntry.CapacityChanged;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.master.state.cell.CellRules.Preemption;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.Resources;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One random epoch of a cell, held against a model after every step. */
final class CellHistory {

  static final int MACHINES = 8;
  static final int OWNERS = 3;
  static final int PARTITIONS = 2;

  /** Fewer than owners draw numbers from, so that the cell is full at times. */
  private static final int MOST_CLAIMS = 14;

  private static final int LONGEST_LOG = 6;
  private static final int ENDS_AT_ONCE = 4;
  private static final int CHECK_EVERY = 50;
  private static final int CHECK_HELD_EVERY = 7;

  final CellState leader;
  private CellState follower;
  private final CellModel model;
  private final Replica copy = new Replica();
  private final DeltaBuffer delta = new DeltaBuffer();
  private final ArrayDeque<CellEntry> log = new ArrayDeque<>();

  /** Machines that may have less than is claimed on them, until the log has come through. */
  private final boolean[] shrunk = new boolean[MACHINES];

  private final Site[] sites = new Site[MACHINES];

  private final Chance chance;
  private final CellDraws draws;
  private int steps;
  long gangs;
  long repaired;
  long lost;
  long moved;
  long absentRows;
  long freeOnlyDeltas;
  long ended;

  CellHistory(Chance chance) {
    this.chance = chance;
    this.draws = new CellDraws(chance);
    var rules = CellRules.standard().with(Preemption.LOWER_PRIORITY).withMaxClaims(MOST_CLAIMS);
    leader = new CellState(chance.nextBoolean() ? rules.withRollbackAdvances() : rules);
    follower = new CellState(leader.rules());
    model = new CellModel(leader.rules(), MACHINES, OWNERS);
    for (int machine = 0; machine < MACHINES; machine++) {
      log.add(new MachineJoined(machine, draws.capacity(), draws.site()));
    }
    applyAll();
  }

  void step() {
    switch (chance.nextInt(60)) {
      case 0 -> log.add(new MachineLeft(chance.nextInt(MACHINES)));
      case 1, 2, 10, 11 -> {
        int machine = chance.nextInt(MACHINES);
        log.add(new MachineJoined(machine, draws.capacity(), draws.site()));
      }
      case 3 -> log.add(new CapacityChanged(chance.nextInt(MACHINES), draws.capacity()));
      case 4 -> loseLeadership();
      case 5, 6, 7 -> refresh(chance.nextInt(PARTITIONS));
      case 8, 9 -> log.add(new LimitsSet(chance.nextInt(OWNERS), draws.limits()));
      case 12, 13, 14 -> tasksEnd();
      default -> {}
    }
    decide(draws.transaction(model.decidedSequence));
    while (log.size() > chance.nextInt(LONGEST_LOG)) {
      apply(log.remove());
    }
    if (++steps % CHECK_EVERY == 0) {
      settle();
    }
  }

  private void decide(TransactionBuilder transaction) {
    var options = transaction.options();
    var decision = leader.decide(steps, transaction);
    var entry = decision.entry();
    log.add(entry);
    if (options.mayPreempt() || options.mayRepair()) {
      model.believe(entry);
      verifyFavours(transaction, decision);
    } else {
      verifyDecision(transaction, decision);
    }
    if (options.isAllOrNothing()) {
      verifyGang(transaction, decision);
    }
    verifyFresh(decision);
    if (steps % CHECK_HELD_EVERY == 0) {
      verifyHeld(transaction.owner());
    }
  }

  /** Nodes say so of claims of theirs, or of others, or of none. */
  private void tasksEnd() {
    var machines = new IntList();
    var owners = new IntList();
    var ids = new LongList();
    for (int count = chance.nextInt(ENDS_AT_ONCE); count > 0; count--) {
      var claim = draws.claim(model.decided);
      machines.add(chance.nextInt(8) == 0 ? chance.nextInt(MACHINES) : claim.machine());
      owners.add(claim.owner());
      ids.add(claim.id());
    }
    var entry = leader.decideReleases(machines, owners, ids);
    List<CellModel.Key> said = new ArrayList<>();
    for (int at = 0; at < entry.ids().length; at++) {
      said.add(new CellModel.Key(entry.owners()[at], entry.ids()[at]));
    }
    same("ended", model.end(machines, owners, ids), said);
    ended += said.size();
    log.add(entry);
  }

  private void verifyGang(TransactionBuilder transaction, Decision decision) {
    var entry = decision.entry();
    int changes = entry.ids().length + entry.released().length + entry.preemptedIds().length;
    boolean all = decision.accepted() == transaction.claims();
    same("all or nothing", true, all || (decision.accepted() == 0 && changes == 0));
    gangs += all && transaction.claims() > 1 ? 1 : 0;
  }

  private void verifyDecision(TransactionBuilder transaction, Decision decision) {
    var expected = model.rejections(transaction);
    var rejected = decision.rejected().iterator();
    for (int at = 0; at < expected.length; at++) {
      same("accepted", expected[at] == null, decision.isAccepted(at));
      if (expected[at] == null) {
        same("machine", transaction.machine(at), decision.machineOf(at));
      } else {
        same("reason", expected[at], rejected.next().reason());
      }
    }
    same("preempted", List.of(), decision.preempted());
  }

  /** Each machine of a rejected claim, once, as it is after all decided transactions. */
  private void verifyFresh(Decision decision) {
    var fresh = decision.fresh();
    var machines = new TreeSet<Integer>();
    for (var one : decision.rejected()) {
      if (one.reason().showsStaleReplica()) {
        machines.add(one.machine());
      }
    }
    same("rows", machines.size(), fresh.size());
    int row = 0;
    for (int machine : machines) {
      same("fresh machine", machine, fresh.machine(row));
      same("fresh present", model.has(machine), fresh.isPresent(row));
      same("fresh sequence", model.decidedSequence[machine], fresh.sequence(row));
      if (model.has(machine)) {
        same("fresh available", model.left(machine), free(fresh, row));
        same("fresh site", sites[machine], fresh.site(row));
      } else {
        absentRows++;
      }
      row++;
    }
  }

  private static Resources free(MachineRows rows, int row) {
    var free = rows.free(row);
    for (var named : rows.named()) {
      if (named.machine() == rows.machine(row)) {
        free = free.plus(named.free());
      }
    }
    return plain(free);
  }

  /** What is named and is none is not named. */
  private static Resources plain(Resources one) {
    return one.named().isEmpty() ? one : size(one.cpuMillis(), one.memoryBytes(), one.named(GPU));
  }

  private void verifyHeld(int owner) {
    for (var account : leader.ownerActivity()) {
      if (account.owner() == owner) {
        var held =
            List.of(account.claimsHeld(), plain(account.resourcesHeld()), account.jobsHeld());
        same("held", model.held(owner), held);
      }
    }
  }

  private void verifyFavours(TransactionBuilder transaction, Decision decision) {
    for (int at = 0; at < transaction.claims(); at++) {
      int wanted = transaction.machine(at);
      int given = decision.machineOf(at);
      if (decision.isAccepted(at) && given != wanted) {
        same("repair allowed", true, transaction.options().mayRepair());
        same("partition", sites[wanted].partition(), sites[given].partition());
        same("kind", sites[wanted].kind(), sites[given].kind());
        repaired++;
      }
    }
    boolean mayPush = transaction.options().mayPreempt();
    same("preemption allowed", true, mayPush || decision.preempted().isEmpty());
    verifyAvailable();
  }

  private void apply(CellEntry entry) {
    var applied = leader.apply(entry);
    var followed = follower.apply(entry);
    same("the follower loses the same", applied, followed);
    switch (entry) {
      case TransactionCommitted commit -> same("lost", model.apply(commit), applied.lost());
      case ClaimsReleased ends -> model.apply(ends);
      case MachineJoined joined -> {
        shrunk[joined.machine()] = true;
        moved += !joined.site().equals(sites[joined.machine()]) ? 1 : 0;
        sites[joined.machine()] = joined.site();
        model.join(joined.machine(), joined.capacity());
      }
      case MachineLeft left -> model.leave(left.machine());
      case CapacityChanged changed -> {
        if (model.has(changed.machine())) {
          shrunk[changed.machine()] = true;
          model.join(changed.machine(), changed.capacity());
        }
      }
      case LimitsSet set -> model.limit(set);
    }
    lost += applied.lost().size();
    verifyAvailable();
  }

  private void applyAll() {
    while (!log.isEmpty()) {
      apply(log.remove());
    }
  }

  private void verifyAvailable() {
    for (int machine = 0; machine < MACHINES; machine++) {
      same("present", model.has(machine), leader.has(machine));
      if (leader.has(machine)) {
        var left = model.left(machine);
        var free = model.free(machine);
        same("free", free, plain(leader.free(machine)));
        same("left", left, plain(leader.available(machine)));
        same("short", free.isNegative(), leader.isOvercommitted(machine));
        same("sequence", model.sequence[machine], leader.sequence(machine));
        same("over-committed without cause", false, left.isNegative() && !shrunk[machine]);
        shrunk[machine] &= left.isNegative() || !log.isEmpty();
      }
    }
  }

  private void loseLeadership() {
    log.clear();
    leader.forgetPromises();
    model.forgetPromises();
    verifyAvailable();
    for (int owner = 0; owner < OWNERS; owner++) {
      verifyHeld(owner);
    }
  }

  private void refresh(int partition) {
    leader.fillDelta(copy.version(partition), partition, delta);
    copy.apply(delta, steps);
    freeOnlyDeltas += delta.rows().isFreeOnly() ? delta.rows().size() : 0;
  }

  /** What holds when the log has come through: follower, snapshot and copy say the same. */
  void settle() {
    applyAll();
    same("follower", leader.digest(), follower.digest());
    same("claims", model.applied.size(), leader.claims());
    var restored = CellState.restore(leader.rules(), leader.save());
    same("snapshot", leader.digest(), restored.digest());
    if (chance.nextInt(4) == 0) {
      follower = restored;
    }
    verifyCopy();
  }

  private void verifyCopy() {
    var anew = new Replica();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      refresh(partition);
      leader.fillDelta(anew.version(partition), partition, delta);
      anew.apply(delta, steps);
    }
    same("machines", anew.machines(), copy.machines());
    for (int machine = 0; machine < MACHINES; machine++) {
      same("present", leader.has(machine), copy.has(machine));
      same("present anew", leader.has(machine), anew.has(machine));
      if (copy.has(machine)) {
        same("copy", facts(anew, machine), facts(copy, machine));
        same("copied", leader.free(machine), copy.free(machine));
        same("copied capacity", model.capacity[machine], plain(copy.capacity(machine)));
        same("copied site", sites[machine], copy.site(machine));
      }
    }
  }

  private static List<Object> facts(Replica of, int machine) {
    return Arrays.asList(
        of.free(machine), of.capacity(machine), of.site(machine), of.sequence(machine));
  }

  /** Plain, because it runs millions of times. */
  private static void same(String what, @Nullable Object expected, @Nullable Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(what + ": expected " + expected + " and was " + actual);
    }
  }
}
