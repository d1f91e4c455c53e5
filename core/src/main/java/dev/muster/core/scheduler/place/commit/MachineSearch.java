package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.commit.CommitStrategy.PreferredFill;

/**
 * Chooses how machines are sought on the replica for the tasks of a stage: where they prefer to be,
 * as the strategy likes, spread over racks, or among those that they require.
 */
final class MachineSearch {

  /** Less patience than this is none: no stage is tried again so soon. */
  private static final long MOMENT_NS = 1_000_000;

  private static final IntList NO_TASKS = new IntList();

  private final OptimisticReplica replica;
  private final CellNodes nodes;
  private final Chance chance;
  private final RandomFit randomFit;
  private final SpreadFit spreadFit;

  MachineSearch(OptimisticReplica replica, CellNodes nodes, Chance chance) {
    this.replica = replica;
    this.nodes = nodes;
    this.chance = chance;
    this.randomFit = RandomFit.even(chance);
    this.spreadFit = new SpreadFit(chance);
  }

  /**
   * The master knows which machines are alike, but not which nodes a stage insists on or avoids.
   */
  TransactionOptions options(long nowNs, CommitStage stage, TransactionOptions usual) {
    var options = stage.tasks.spec().isGang() ? usual.allOrNothing() : usual;
    boolean anywhere = stage.requiresNothing() && !insists(nowNs, stage) && !stage.isSpread();
    return anywhere && !stage.tasks.mayBeBarred() ? options : options.withoutRepair();
  }

  /**
   * Adds claims to the transaction, for so many tasks of the stage at most.
   *
   * @param beyond how many tasks of the job may run beyond its tokens
   */
  void fill(long nowNs, CommitStage stage, int beyond, int tasks) {
    boolean insists = insists(nowNs, stage);
    var restricted =
        stage.tasks.mayBeBarred() && !insists ? stage.tasks.restricted(nowNs) : NO_TASKS;
    if (restricted.isEmpty()) {
      fillAny(nowNs, stage, beyond, tasks);
      return;
    }
    int placed = placeEach(nowNs, stage, beyond, restricted, tasks);
    int others = stage.tasks.waiting() - (restricted.size() - placed);
    fillAny(nowNs, stage, beyond, Math.min(tasks - placed, others));
  }

  /** Claims a machine for each task that is not to be tried on some of them. */
  private int placeEach(long nowNs, CommitStage stage, int beyond, IntList restricted, int tasks) {
    int placed = 0;
    for (int i = 0; i < restricted.size() && placed < tasks; i++) {
      placed += place(nowNs, stage, beyond, restricted.at(i)) ? 1 : 0;
    }
    return placed;
  }

  /** The first machine that will do, from a random one on. */
  private boolean place(long nowNs, CommitStage stage, int beyond, int task) {
    var view = stage.eligible();
    int from = view.size() == 0 ? 0 : chance.nextInt(view.size());
    for (int i = 0; i < view.size(); i++) {
      int machine = view.node((from + i) % view.size());
      if (replica.cell.isOpen(machine)
          && replica.cell.fits(machine, replica.need())
          && !stage.tasks.isBarred(nowNs, task, machine)) {
        var attempt = stage.tasks.start(nowNs, task, machine, AttemptState.CLAIMING, beyond);
        if (attempt != null) {
          replica.claim(attempt);
        }
        return attempt != null;
      }
    }
    return false;
  }

  private void fillAny(long nowNs, CommitStage stage, int beyond, int tasks) {
    if (!stage.tasks.spec().where().hasPreferences()) {
      fillElsewhere(nowNs, stage, tasks, PreferredFill.NONE);
      return;
    }
    var preferred = new PreferredMachines(replica, stage, beyond, nowNs);
    if (insists(nowNs, stage)) {
      int left = tasks - preferred.search(tasks);
      fillOthers(stage, Math.min(left, preferred.othersLeft()));
    } else {
      fillElsewhere(nowNs, stage, tasks, preferred);
    }
  }

  /** Whether its tasks still wait for the nodes that they prefer. */
  private static boolean insists(long nowNs, CommitStage stage) {
    var where = stage.tasks.spec().where();
    boolean patient = where.patienceNs() >= MOMENT_NS && stage.waitedNs(nowNs) < where.patienceNs();
    return where.hasPreferences() && (where.isFirm() || patient);
  }

  private void fillElsewhere(long nowNs, CommitStage stage, int tasks, PreferredFill preferred) {
    if (stage.requiresNothing() && !stage.isSpread()) {
      stage.strategy.fill(
          nowNs, replica.cell, replica.transaction(), replica.request(), tasks, preferred);
    } else {
      fillOthers(stage, tasks - preferred.place(PreferredFill.EVERY, tasks));
    }
  }

  private void fillOthers(CommitStage stage, int tasks) {
    var cell = replica.cell;
    var transaction = replica.transaction();
    int request = replica.request();
    if (stage.isSpread()) {
      spreadFit.fill(
          stage.eligible(), nodes::isAvoided, machines(stage), cell, transaction, request, tasks);
    } else if (stage.requiresNothing()) {
      randomFit.fill(cell, transaction, request, 0, tasks);
    } else {
      randomFit.fillAmong(stage.eligible(), cell, transaction, request, tasks);
    }
  }

  /** The machines of all attempts of the stage, each as often as there are attempts on it. */
  private static IntList machines(CommitStage stage) {
    var machines = new IntList();
    var attempts = stage.tasks.attempts();
    for (var one = attempts.first(); one != null; one = attempts.after(one)) {
      machines.add(one.node());
    }
    return machines;
  }
}
