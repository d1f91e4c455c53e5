package dev.muster.core.commit;

import static dev.muster.core.fake.Jobs.GIB;

import dev.muster.core.commit.CellEntry.CapacityChanged;
import dev.muster.core.commit.CellEntry.MachineJoined;
import dev.muster.core.commit.CellEntry.MachineLeft;
import dev.muster.core.loop.Chance;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/** One random life of a cell, held against a model after every step. */
final class CellRun {

  private static final int MACHINES = 8;
  private static final int OWNERS = 3;
  private static final int PARTITIONS = 2;

  /** Few, so that claims are doubled and most releases find something. */
  private static final int IDS = 24;

  private static final int LONGEST_LOG = 6;
  private static final int CHECK_EVERY = 50;

  final CellState leader = new CellState(CellRules.standard().with(Preemption.LOWER_PRIORITY));
  private CellState follower = new CellState(leader.rules());
  private final CellModel model = new CellModel(MACHINES);
  private final CellCopy copy = new CellCopy();
  private final Delta delta = new Delta();
  private final ArrayDeque<CellEntry> log = new ArrayDeque<>();

  /** Machines that may have less than is claimed on them, until the log has come through. */
  private final boolean[] shrunk = new boolean[MACHINES];

  private final Chance chance;
  private int steps;
  long gangs;
  long repaired;
  long lost;

  CellRun(Chance chance) {
    this.chance = chance;
    for (int machine = 0; machine < MACHINES; machine++) {
      log.add(new MachineJoined(machine, capacity(), site(machine)));
    }
    applyAll();
  }

  private Resources capacity() {
    return new Resources(1_000L * (1 + chance.nextInt(8)), GIB * (1 + chance.nextInt(8)));
  }

  private static Site site(int machine) {
    return new Site(machine / 2, machine % PARTITIONS, machine / 2 % 2);
  }

  void step() {
    switch (chance.nextInt(40)) {
      case 0 -> log.add(new MachineLeft(chance.nextInt(MACHINES)));
      case 1, 2 -> {
        int machine = chance.nextInt(MACHINES);
        log.add(new MachineJoined(machine, capacity(), site(machine)));
      }
      case 3 -> log.add(new CapacityChanged(chance.nextInt(MACHINES), capacity()));
      case 4 -> loseLeadership();
      case 5, 6, 7 -> refresh(chance.nextInt(PARTITIONS));
      default -> {}
    }
    decide(draw());
    while (log.size() > chance.nextInt(LONGEST_LOG)) {
      apply(log.remove());
    }
    if (++steps % CHECK_EVERY == 0) {
      settle();
    }
  }

  private Transaction draw() {
    var unit = Terms.Unit.values()[chance.nextInt(2)];
    var conflicts = Terms.Conflicts.values()[chance.nextInt(2)];
    var terms = new Terms(unit, conflicts, chance.nextInt(8) == 0, chance.nextInt(8) == 0);
    var transaction = new Transaction(chance.nextInt(OWNERS), terms);
    for (int asks = 1 + chance.nextInt(2); asks > 0; asks--) {
      transaction.ask(ask());
    }
    for (int releases = chance.nextInt(8); releases > 0; releases--) {
      transaction.release(chance.nextInt(IDS));
    }
    int[] seen = model.decidedSequence.clone();
    for (int claims = chance.nextInt(5); claims > 0; claims--) {
      int machine = chance.nextInt(MACHINES);
      int stale = chance.nextInt(8) == 0 ? 1 : 0;
      int ask = chance.nextInt(transaction.asks().size());
      transaction.claim(chance.nextInt(IDS), machine, ask, seen[machine]++ - stale);
    }
    return transaction;
  }

  private Ask ask() {
    var need = new Resources(chance.nextInt(4_000), chance.nextLong(4 * GIB));
    var tier = Tier.values()[chance.nextInt(2)];
    return new Ask(chance.nextInt(5), chance.nextInt(3), tier, need);
  }

  private void decide(Transaction transaction) {
    var terms = transaction.terms();
    var decision = leader.decide(steps, transaction);
    var entry = decision.entry();
    log.add(entry);
    if (terms.mayPreempt() || terms.mayRepair()) {
      model.believe(entry);
      verifyFavours(transaction, decision);
    } else {
      verifyJudgement(transaction, decision);
    }
    if (terms.allOrNothing()) {
      boolean none = decision.accepted() == 0 && entry.isEmpty();
      boolean all = decision.accepted() == transaction.claims();
      same("all or nothing", true, none || all);
      gangs += all && transaction.claims() > 1 ? 1 : 0;
    }
  }

  private void verifyJudgement(Transaction transaction, Decision decision) {
    boolean[] expected = model.judge(transaction);
    for (int at = 0; at < expected.length; at++) {
      same("accepted " + at, expected[at], decision.isAccepted(at));
      if (expected[at]) {
        same("machine of " + at, transaction.machine(at), decision.machineOf(at));
      }
    }
    same("preempted", List.of(), decision.preempted());
  }

  private void verifyFavours(Transaction transaction, Decision decision) {
    for (int at = 0; at < transaction.claims(); at++) {
      int wanted = transaction.machine(at);
      int given = decision.machineOf(at);
      if (decision.isAccepted(at) && given != wanted) {
        same("repair allowed", true, transaction.terms().mayRepair());
        same("partition", site(wanted).partition(), site(given).partition());
        same("kind", site(wanted).kind(), site(given).kind());
        repaired++;
      }
    }
    boolean mayPush = transaction.terms().mayPreempt();
    same("preemption allowed", true, mayPush || decision.preempted().isEmpty());
    verifyRoom();
  }

  private void apply(CellEntry entry) {
    var applied = leader.apply(entry);
    var followed = follower.apply(entry);
    same("the follower loses the same", applied, followed);
    switch (entry) {
      case CommitEntry commit -> same("lost", model.apply(commit), applied.lost());
      case MachineJoined joined -> {
        shrunk[joined.machine()] = true;
        model.join(joined.machine(), joined.capacity());
      }
      case MachineLeft left -> model.leave(left.machine());
      case CapacityChanged changed -> {
        if (model.capacity[changed.machine()] != null) {
          shrunk[changed.machine()] = true;
          model.join(changed.machine(), changed.capacity());
        }
      }
      case CellEntry.LimitsSet _ -> throw new IllegalStateException("no limits here");
    }
    lost += applied.lost().size();
    verifyRoom();
  }

  private void applyAll() {
    while (!log.isEmpty()) {
      apply(log.remove());
    }
  }

  private void verifyRoom() {
    for (int machine = 0; machine < MACHINES; machine++) {
      same("present", model.capacity[machine] != null, leader.has(machine));
      if (leader.has(machine)) {
        var left = model.left(machine);
        same("free", model.free(machine), leader.free(machine));
        same("left", left, leader.left(machine));
        same("short", model.free(machine).isNegative(), leader.isOvercommitted(machine));
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
    verifyRoom();
  }

  private void refresh(int partition) {
    leader.since(copy.version(partition), partition, delta);
    copy.apply(delta, steps);
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
    var anew = new CellCopy();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      refresh(partition);
      leader.since(anew.version(partition), partition, delta);
      anew.apply(delta, steps);
    }
    same("machines", anew.machines(), copy.machines());
    for (int machine = 0; machine < MACHINES; machine++) {
      same("present", leader.has(machine), copy.has(machine));
      same("present anew", leader.has(machine), anew.has(machine));
      if (copy.has(machine)) {
        same("copy", facts(anew, machine), facts(copy, machine));
        same("copied", leader.free(machine), copy.free(machine));
      }
    }
  }

  private static List<Object> facts(CellCopy of, int machine) {
    return Arrays.asList(
        of.free(machine), of.capacity(machine), of.site(machine), of.sequence(machine));
  }

  /** Plain, because it is asked millions of times. */
  private static void same(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(what + ": expected " + expected + " and was " + actual);
    }
  }
}
