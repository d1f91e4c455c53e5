package dev.muster.core.plan;

import dev.muster.core.claim.Ask;
import dev.muster.core.claim.Delta;
import dev.muster.core.claim.Judgement;
import dev.muster.core.claim.MachineRows;
import dev.muster.core.claim.Proposal;
import dev.muster.core.claim.Terms;
import dev.muster.core.claim.Transaction;
import dev.muster.core.commit.CellCopy;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.StateTold;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.place.RandomFit;
import dev.muster.model.Admission;
import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One transaction at a time: places tasks on the scheduler's copy of the cell, and sends those to
 * nodes whose claims were accepted.
 *
 * <p>A claim has the number of its reservation. Until it is judged the reservation is
 * <i>proposed</i>: its node knows nothing of it.
 */
final class Bid {

  private final Address<SchedulerEvent> self;
  private final CommitConfig config;
  private final Reservations reservations;
  private final ReservationTable table;
  private final RandomFit fit;
  private Transaction draft;
  private final CellCopy copy = new CellCopy();
  private Resources need = Resources.NONE;

  Bid(Address<SchedulerEvent> self, CommitConfig config, Reservations reservations, RandomFit fit) {
    this.self = self;
    this.config = config;
    this.reservations = reservations;
    this.table = reservations.table;
    this.fit = fit;
    this.draft = new Transaction(self.index(), config.terms());
  }

  /** What it has of each partition, to ask for what is new. */
  List<Long> versions() {
    return IntStream.range(0, copy.partitions()).mapToObj(copy::version).toList();
  }

  /** News that are older than what it has, or meant for an older life, are no news. */
  void takeIn(long nowNs, StateTold told) {
    for (var news : told.partitions()) {
      long has = copy.version(news.partition());
      boolean follows = news.whole() || has != CellCopy.NEVER;
      if (follows && news.version() >= has) {
        copy.apply(Delta.of(news), nowNs);
      }
    }
  }

  /** Finds machines for what the stage wants; for how many tasks is {@link #size}. */
  void make(long nowNs, Turn turn) {
    var stage = turn.stage();
    draft = new Transaction(self.index(), terms(stage));
    int wanted = turn.job().wanted(stage);
    int tasks = Math.min(wanted, Math.min(limit(), table.room()));
    need = stage.spec.resources();
    place(turn, tasks);
    if (config.wholeStages() && draft.claims() < wanted) {
      withdraw();
    }
    for (int at = 0; at < draft.claims(); at++) {
      propose(nowNs, turn, at);
    }
  }

  /** The cell knows what kinds of machine are alike, but not which nodes a stage names. */
  private Terms terms(StagePlan stage) {
    return stage.spec.where().isAnywhere() ? config.terms() : config.terms().inPlace();
  }

  private void place(Turn turn, int tasks) {
    var stage = turn.stage();
    int ask = draft.ask(Ask.of(turn.job().job(), need));
    if (stage.spec.where().require().isNothing()) {
      fit.fill(copy, draft, ask, 0, tasks);
    } else {
      fit.fillAmong(stage.part(reservations.view()), copy, draft, ask, tasks);
    }
  }

  private void withdraw() {
    for (int at = 0; at < draft.claims(); at++) {
      copy.takeBack(draft.machine(at), need);
    }
    draft.clear();
  }

  private void propose(long nowNs, Turn turn, int at) {
    int machine = draft.machine(at);
    int slot = table.add(turn.job(), turn.stage(), machine, nowNs);
    table.bind(slot, turn.job().take(turn.stage(), machine, ReservationTable.NONE), nowNs);
    table.propose(slot);
    draft.renumber(at, table.id(slot));
  }

  /** How many claims it has. */
  int size() {
    return draft.claims();
  }

  /** How many tasks of a stage are placed at once. */
  int limit() {
    return config.wholeStages() ? Transaction.MAX_CLAIMS : config.batch();
  }

  Proposal proposal() {
    return draft.proposal();
  }

  /** The cell has judged: those accepted start, the others wait again. */
  void settle(long nowNs, Judgement judgement, Effects out) {
    int[] machineOf = new int[draft.claims()];
    Arrays.setAll(machineOf, draft::machine);
    judgement.moved().forEach(one -> machineOf[one.at()] = move(one));
    judgement.refused().forEach(one -> machineOf[one.at()] = refuse(one.at()));
    copy.apply(MachineRows.of(judgement.fresh()));
    for (int at = 0; at < machineOf.length; at++) {
      if (machineOf[at] != ReservationTable.NONE) {
        accept(nowNs, draft.id(at), machineOf[at], out);
      }
    }
  }

  private int move(Judgement.Moved moved) {
    copy.takeBack(draft.machine(moved.at()), need);
    copy.claim(moved.machine(), need);
    return moved.machine();
  }

  private int refuse(int at) {
    copy.takeBack(draft.machine(at), need);
    int slot = table.find(draft.id(at));
    if (slot != ReservationTable.NONE) {
      table.job(slot).untake(table.plan(slot), table.task(slot));
      table.remove(slot);
    }
    return ReservationTable.NONE;
  }

  /** Where nobody wants the task any more, the claim ends with the next release. */
  private void accept(long nowNs, long claim, int machine, Effects out) {
    int slot = table.find(claim);
    if (slot == ReservationTable.NONE) {
      table.unclaimed.add(claim);
      return;
    }
    table.hold(slot, machine, nowNs);
    var stage = table.plan(slot);
    var work = table.job(slot).work(stage, table.task(slot));
    var demand = stage.demand.with(Admission.RESERVED);
    out.send(NodeEvent.at(machine), new NodeEvent.Place(self, claim, demand, work));
  }
}
