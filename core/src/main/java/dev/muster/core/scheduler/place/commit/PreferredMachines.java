package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.View;
import dev.muster.core.scheduler.place.commit.CommitStrategy.PreferredFill;
import java.util.List;

/**
 * Puts tasks of one stage on the machines that they prefer, as far as they fit there by the
 * replica.
 *
 * <p>Each task that fits on such a machine is claimed there; the others wait on.
 */
final class PreferredMachines implements PreferredFill {

  /** How many tasks are considered in the search for those that fit where they prefer to be. */
  static final int MAX_CONSIDERED = 100_000;

  private static final int NONE = -1;

  private final OptimisticReplica replica;
  private final CommitStage stage;
  private final int beyond;
  private final long nowNs;
  private final View part;
  private final boolean isAnywhere;
  private List<Integer> list = List.of();
  private int at;
  private int othersLeft;

  /**
   * @param beyond how many tasks of the job may run beyond its tokens
   */
  PreferredMachines(OptimisticReplica replica, CommitStage stage, int beyond, long nowNs) {
    this.replica = replica;
    this.stage = stage;
    this.beyond = beyond;
    this.nowNs = nowNs;
    this.part = stage.eligible();
    this.isAnywhere = stage.requiresNothing();
  }

  @Override
  public int place(int partition, int tasks) {
    return consider(partition, tasks, tasks);
  }

  /** As {@link #place} everywhere, but goes on until so many tasks have a machine. */
  int search(int tasks) {
    return consider(PreferredFill.EVERY, tasks, Math.min(stage.tasks.waiting(), MAX_CONSIDERED));
  }

  private int consider(int partition, int tasks, int limit) {
    var preferring = new IntList();
    var others = new IntList();
    list = List.of();
    int placed = 0;
    for (int considered = 0; considered < limit && placed < tasks; considered++) {
      int task = stage.tasks.nextWaiting();
      if (take(task, partition)) {
        placed++;
      } else {
        (preferredBy(task).isEmpty() ? others : preferring).add(task);
      }
    }
    othersLeft = others.size();
    waitOn(preferring);
    waitOn(others);
    return placed;
  }

  /** Those that come last are taken first. */
  private void waitOn(IntList tasks) {
    while (!tasks.isEmpty()) {
      stage.tasks.putBack(tasks.removeLast());
    }
  }

  /** Of the tasks that were considered, those that prefer no machine: next in order. */
  int othersLeft() {
    return othersLeft;
  }

  private List<Integer> preferredBy(int task) {
    return stage.tasks.spec().where().preferredBy(task);
  }

  private boolean take(int task, int partition) {
    int machine = next(task, partition);
    var attempt =
        machine == NONE
            ? null
            : stage.tasks.start(nowNs, task, machine, AttemptState.CLAIMING, beyond);
    if (attempt == null) {
      return false;
    }
    replica.claim(attempt);
    return true;
  }

  /** Tasks in a row that prefer the same go on where the one before found something. */
  private int next(int task, int partition) {
    var preferred = preferredBy(task);
    at = preferred.equals(list) && !stage.tasks.mayBeBarred() ? at : 0;
    list = preferred;
    for (; at < preferred.size(); at++) {
      int machine = preferred.get(at);
      if (suits(machine, partition) && !stage.tasks.isBarred(nowNs, task, machine)) {
        return machine;
      }
    }
    return NONE;
  }

  private boolean suits(int machine, int partition) {
    var cell = replica.cell;
    return cell.isOpen(machine)
        && (partition == PreferredFill.EVERY || cell.partition(machine) == partition)
        && cell.fits(machine, replica.need())
        && (isAnywhere || part.find(machine) >= 0);
  }
}
