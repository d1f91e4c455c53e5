package dev.muster.core.scheduler;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.PartitionFit;
import dev.muster.core.scheduler.place.PartitionFit.Preferred;
import dev.muster.core.scheduler.place.PartitionFit.Way;
import dev.muster.core.scheduler.place.RandomFit;
import dev.muster.core.scheduler.place.Replica;
import dev.muster.core.scheduler.place.SpreadFit;
import dev.muster.core.scheduler.place.View;

/**
 * Chooses how machines are sought on the copy for the tasks of a stage: where they prefer to be, in
 * fresh or good partitions, spread over racks, among those that they require, or anywhere.
 */
final class StageFit {

  /** Less patience than this is none: nobody would look again so soon. */
  private static final long MOMENT_NS = 1_000_000;

  private final Replica copy;
  private final Reservations reservations;
  private final ReservationTable table;
  private final RandomFit randomFit;
  private final PartitionFit partitionFit;
  private final SpreadFit spreadFit;

  StageFit(Replica copy, Reservations reservations, Chance chance) {
    this.copy = copy;
    this.reservations = reservations;
    this.table = reservations.table;
    this.randomFit = RandomFit.even(chance);
    this.partitionFit = new PartitionFit(chance);
    this.spreadFit = new SpreadFit(chance);
  }

  /** The cell knows what kinds of machine are alike, but not which nodes a stage insists on. */
  TransactionOptions terms(long nowNs, Turn turn, TransactionOptions usual) {
    var options = turn.stage().spec.gang() ? usual.allOrNothing() : usual;
    boolean anywhere = requiresNothing(turn) && !insists(nowNs, turn.stage());
    return anywhere && !turn.isSpread() ? options : options.withoutRepair();
  }

  /** Adds claims to the draft, for so many tasks of the stage at most. */
  void fill(long nowNs, Turn turn, Way way, Draft draft, int tasks) {
    if (turn.stage().spec.where().hasPreferences()) {
      fillPreferred(nowNs, turn, way, draft, tasks);
    } else if (isByPartition(turn)) {
      fillPartitions(nowNs, way, draft, tasks, Preferred.NONE);
    } else {
      fillElsewhere(nowNs, turn, draft, tasks);
    }
  }

  /** Services care for racks and not for partitions. */
  private static boolean isByPartition(Turn turn) {
    return turn.job().isPartitioned() && !turn.isSpread() && requiresNothing(turn);
  }

  private static boolean requiresNothing(Turn turn) {
    return turn.stage().spec.where().require().isNothing();
  }

  private void fillPreferred(long nowNs, Turn turn, Way way, Draft draft, int tasks) {
    var preferred = new PreferredMachines(copy, draft, turn, part(turn));
    if (insists(nowNs, turn.stage())) {
      int left = tasks - preferred.search(tasks);
      fillElsewhere(nowNs, turn, draft, Math.min(left, preferred.othersLeft()));
    } else if (isByPartition(turn)) {
      fillPartitions(nowNs, way, draft, tasks, preferred);
    } else {
      int left = tasks - preferred.place(PartitionFit.EVERY, tasks);
      fillElsewhere(nowNs, turn, draft, left);
    }
  }

  /** Whether its tasks still wait for the nodes that they prefer. */
  private static boolean insists(long nowNs, StagePlan stage) {
    var where = stage.spec.where();
    long waitedNs = nowNs - stage.inLineSinceNs;
    boolean patient = where.patienceNs() >= MOMENT_NS && waitedNs < where.patienceNs();
    return where.hasPreferences() && (where.isFirm() || patient);
  }

  private void fillPartitions(long nowNs, Way way, Draft draft, int tasks, Preferred preferred) {
    partitionFit.fill(nowNs, way, copy, draft.transaction, draft.ask, tasks, preferred);
  }

  private void fillElsewhere(long nowNs, Turn turn, Draft draft, int tasks) {
    if (turn.isSpread()) {
      spread(nowNs, turn, draft, tasks);
    } else if (requiresNothing(turn)) {
      randomFit.fill(copy, draft.transaction, draft.ask, 0, tasks);
    } else {
      randomFit.fillAmong(part(turn), copy, draft.transaction, draft.ask, tasks);
    }
  }

  private void spread(long nowNs, Turn turn, Draft draft, int tasks) {
    var silence = reservations.silence;
    spreadFit.fill(
        part(turn),
        node -> silence.isSilent(nowNs, node),
        held(turn.stage(), draft),
        copy,
        draft.transaction,
        draft.ask,
        tasks);
  }

  /** The machines of all tasks of the stage that have their room, or are about to. */
  private IntList held(StagePlan stage, Draft draft) {
    var held = new IntList();
    for (int at = 0; at < draft.size(); at++) {
      held.add(draft.machine(at));
    }
    for (int slot = stage.bound.first; slot != ReservationTable.NONE; slot = table.next(slot)) {
      held.add(table.node(slot));
    }
    return held;
  }

  private View part(Turn turn) {
    return turn.stage().part(reservations.view());
  }
}
