package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.place.IdleRoom;
import dev.muster.core.scheduler.place.PartitionFit.Way;
import java.util.Arrays;

/**
 * One transaction at a time: claims room for tasks on the scheduler's copy of the cell, and sends
 * those to nodes whose claims were accepted.
 *
 * <p>A claim has the number of its reservation. Until it is judged the reservation is
 * <i>proposed</i>: its node knows nothing of it.
 */
final class Bid {

  private final Address<SchedulerEvent> self;
  private final CommitConfig config;
  private final LiveCopy copy;
  private final Reservations reservations;
  private final ReservationTable table;
  private final StageFit fit;
  private Draft draft = Draft.empty();
  private int wanted;

  /** How old the news were that each claim is based on. */
  private final LongList ages = new LongList();

  Bid(
      Address<SchedulerEvent> self,
      CommitConfig config,
      LiveCopy copy,
      Reservations reservations,
      Chance chance) {
    this.self = self;
    this.config = config;
    this.copy = copy;
    this.reservations = reservations;
    this.table = reservations.table;
    this.fit = new StageFit(copy.cell, reservations, chance);
  }

  /** Finds machines for what the stage wants; for how many tasks is {@link #size}. */
  void make(long nowNs, Turn turn, Way way) {
    begin(nowNs, turn);
    var grown = turn.growingBy(growth(turn));
    var stage = turn.stage().spec;
    wanted = Math.min(grown.wanted(), config.limit(stage));
    fit.fill(nowNs, grown, way, draft, Math.min(wanted, table.room()));
    if (config.isWhole(stage) && draft.size() < wanted) {
      withdraw(turn);
    }
    for (int at = 0; at < draft.size(); at++) {
      propose(nowNs, grown, at);
    }
  }

  private void begin(long nowNs, Turn turn) {
    var each = Request.of(turn.job().job(), turn.stage().spec.resources());
    draft = new Draft(self.index(), fit.terms(nowNs, turn, config.options()), each);
    copy.begin(draft);
    ages.clear();
  }

  private int growth(Turn turn) {
    if (!turn.job().mayGrow(turn.stage())) {
      return 0;
    }
    var idle = IdleRoom.of(copy.cell, turn.stage().part(reservations.view()), draft.need);
    return Growth.beyond(turn.job(), turn.stage(), idle);
  }

  private void withdraw(Turn turn) {
    copy.withdraw();
    for (int at = 0; at < draft.size(); at++) {
      if (draft.task(at) != ReservationTable.NONE) {
        turn.job().untake(turn.stage(), draft.task(at));
      }
    }
    draft.clear();
  }

  private void propose(long nowNs, Turn turn, int at) {
    int machine = draft.machine(at);
    int slot = table.add(turn.job(), turn.stage(), machine, nowNs);
    int task = draft.task(at);
    table.bind(slot, task == ReservationTable.NONE ? turn.take() : task, nowNs);
    table.propose(slot);
    draft.transaction.renumber(at, table.id(slot));
    ages.add(copy.ageNs(machine, nowNs));
  }

  /** How many claims it has. */
  int size() {
    return draft.size();
  }

  /** How many claims it would have had, had there been room for all. */
  int wanted() {
    return wanted;
  }

  Transaction proposal() {
    return draft.transaction.build();
  }

  /** The cell has judged: those accepted start, the others wait again. */
  void settle(long nowNs, TransactionResult judgement, Effects out) {
    int[] machineOf = new int[draft.size()];
    Arrays.setAll(machineOf, draft::machine);
    judgement.moved().forEach(one -> machineOf[one.at()] = one.machine());
    judgement.rejected().forEach(one -> machineOf[one.at()] = ReservationTable.NONE);
    copy.learn(judgement);
    for (int at = 0; at < machineOf.length; at++) {
      if (machineOf[at] == ReservationTable.NONE) {
        refuse(at);
      } else {
        accept(nowNs, at, machineOf[at], out);
      }
    }
  }

  private void refuse(int at) {
    int slot = table.find(draft.transaction.id(at));
    if (slot != ReservationTable.NONE) {
      table.plan(slot).placed.refused(1);
      table.job(slot).untake(table.plan(slot), table.task(slot));
      table.remove(slot);
    }
  }

  /** Where nobody wants the task any more, the claim ends with the next release. */
  private void accept(long nowNs, int at, int machine, Effects out) {
    long claim = draft.transaction.id(at);
    int slot = table.find(claim);
    if (slot == ReservationTable.NONE) {
      table.unclaimed.add(claim);
      return;
    }
    table.hold(slot, machine, nowNs);
    var stage = table.plan(slot);
    var preferred = stage.spec.where().preferredBy(table.task(slot));
    stage.placed.add(preferred.contains(machine), ages.at(at));
    var work = table.job(slot).work(stage, table.task(slot));
    out.send(NodeEvent.at(machine), new NodeEvent.PlaceTask(self, claim, stage.demand, work));
  }
}
