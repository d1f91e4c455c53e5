package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.View;
import java.util.List;

/**
 * Puts tasks of one stage on the machines that they prefer, as far as the replica has room there.
 *
 * <p>Each task that finds such a machine is taken for it; the others wait on.
 */
final class PreferredMachines implements PreferredFill {

  /** How many tasks are looked at for those whose machines have room. */
  static final int MAX_LOOKS = 100_000;

  private static final int NONE = -1;

  private final Replica replica;
  private final ClaimBatch batch;
  private final CommitStage stage;
  private final long nowNs;
  private final View part;
  private final boolean isAnywhere;
  private List<Integer> list = List.of();
  private int at;
  private int othersLeft;

  PreferredMachines(Replica replica, ClaimBatch batch, CommitStage stage, long nowNs) {
    this.replica = replica;
    this.batch = batch;
    this.stage = stage;
    this.nowNs = nowNs;
    this.part = stage.eligible();
    this.isAnywhere = stage.requiresNothing();
  }

  @Override
  public int place(int partition, int tasks) {
    return look(partition, tasks, tasks);
  }

  /** As {@link #place} everywhere, but looks on until so many tasks have found room. */
  int search(int tasks) {
    return look(PreferredFill.EVERY, tasks, Math.min(stage.tasks.waiting(), MAX_LOOKS));
  }

  private int look(int partition, int tasks, int looks) {
    var preferring = new IntList();
    var others = new IntList();
    list = List.of();
    int placed = 0;
    for (int looked = 0; looked < looks && placed < tasks; looked++) {
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

  /** Of the tasks that were looked at, those that prefer no machine: taken next. */
  int othersLeft() {
    return othersLeft;
  }

  private List<Integer> preferredBy(int task) {
    return stage.tasks.spec().where().preferredBy(task);
  }

  private boolean take(int task, int partition) {
    int machine = next(preferredBy(task), partition);
    var attempt = machine == NONE ? null : stage.claim(nowNs, task, machine);
    if (attempt == null) {
      return false;
    }
    batch.claim(replica, attempt);
    return true;
  }

  /** Tasks in a row that prefer the same go on where the one before found something. */
  private int next(List<Integer> preferred, int partition) {
    at = preferred.equals(list) ? at : 0;
    list = preferred;
    for (; at < preferred.size(); at++) {
      int machine = preferred.get(at);
      if (suits(machine, partition)) {
        return machine;
      }
    }
    return NONE;
  }

  private boolean suits(int machine, int partition) {
    return replica.isOpen(machine)
        && (partition == PreferredFill.EVERY || replica.partition(machine) == partition)
        && replica.fits(machine, batch.need)
        && (isAnywhere || part.find(machine) >= 0);
  }
}
