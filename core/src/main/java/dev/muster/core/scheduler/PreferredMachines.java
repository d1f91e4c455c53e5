package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.PartitionFit;
import dev.muster.core.scheduler.place.Replica;
import dev.muster.core.scheduler.place.View;
import java.util.List;

/**
 * Puts tasks of one stage on the machines that they prefer, as far as the copy has room there.
 *
 * <p>Each task that finds such a machine is taken for it; the others wait on.
 */
final class PreferredMachines implements PartitionFit.Preferred {

  /** How many tasks are looked at for those whose machines have room. */
  static final int MAX_LOOKS = 100_000;

  private final Replica copy;
  private final Draft draft;
  private final Turn turn;
  private final View part;
  private final boolean isAnywhere;
  private List<Integer> list = List.of();
  private int at;
  private int othersLeft;

  /**
   * @param part the nodes that the stage may have, where not all
   */
  PreferredMachines(Replica copy, Draft draft, Turn turn, View part) {
    this.copy = copy;
    this.draft = draft;
    this.turn = turn;
    this.part = part;
    this.isAnywhere = turn.stage().spec.where().require().isNothing();
  }

  @Override
  public int place(int partition, int tasks) {
    return look(partition, tasks, tasks);
  }

  /** As {@link #place} everywhere, but looks on until so many tasks have found room. */
  int search(int tasks) {
    return look(PartitionFit.EVERY, tasks, Math.min(turn.stage().waiting(), MAX_LOOKS));
  }

  private int look(int partition, int tasks, int looks) {
    var preferring = new IntList();
    var others = new IntList();
    list = List.of();
    int placed = 0;
    for (int looked = 0; looked < looks && placed < tasks; looked++) {
      int task = turn.stage().nextWaiting();
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
      turn.stage().waitsOn(tasks.removeLast());
    }
  }

  /** Of the tasks that were looked at, those that prefer no machine: taken next. */
  int othersLeft() {
    return othersLeft;
  }

  private List<Integer> preferredBy(int task) {
    return turn.stage().spec.where().preferredBy(task);
  }

  private boolean take(int task, int partition) {
    int machine = next(preferredBy(task), partition);
    if (machine == ReservationTable.NONE || turn.takeOne(task) < 0) {
      return false;
    }
    draft.claim(copy, machine, task);
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
    return ReservationTable.NONE;
  }

  private boolean suits(int machine, int partition) {
    return copy.isOpen(machine)
        && (partition == PartitionFit.EVERY || copy.partition(machine) == partition)
        && copy.fits(machine, draft.need)
        && (isAnywhere || part.find(machine) >= 0);
  }
}
