package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;
import java.util.function.IntPredicate;

/**
 * The careful choice for services: few tasks of a stage are to be lost together.
 *
 * <p>Each next task goes to the rack that has the fewest of the stage and still has room, and there
 * to the machine that has the fewest; chance decides between those that have as many. Machines that
 * name no rack stand in one together. Where one machine is shunned its rack may be in trouble too:
 * the others of it are taken when no other rack has room.
 */
public final class SpreadFit {

  private final Chance chance;

  public SpreadFit(Chance chance) {
    this.chance = chance;
  }

  /**
   * Finds machines for so many tasks that ask for the same, and counts their claims, which have
   * number 0, in the replica.
   *
   * @param part the nodes that the stage may have
   * @param shunned those of them that it had better not have now
   * @param held the machines that its tasks have already, each as often as there are tasks on it
   * @return for how many there was room
   */
  public int fill(
      View part,
      IntPredicate shunned,
      IntList held,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks) {
    var racks = new Racks(replica, held);
    var need = transaction.requests().get(request).resources();
    for (int at = 0; at < part.size(); at++) {
      int machine = part.node(at);
      if (shunned.test(machine) && replica.has(machine)) {
        racks.doubt(machine);
      } else if (replica.isOpen(machine) && replica.fits(machine, need)) {
        racks.add(machine);
      }
    }
    int placed = place(racks.trusted(), racks, replica, transaction, request, tasks);
    return placed + place(racks.doubted(), racks, replica, transaction, request, tasks - placed);
  }

  private int place(
      Levels chosen,
      Racks racks,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks) {
    var need = transaction.requests().get(request).resources();
    int left = tasks;
    while (left > 0 && !chosen.isEmpty()) {
      int level = chosen.lowest();
      int rack = chosen.draw(chance);
      if (placeOne(racks.machines(rack), replica, need, transaction, request)) {
        left--;
        chosen.put(rack, level + 1);
      }
    }
    return tasks - left;
  }

  /** Machines that have no room left are not put back. */
  private boolean placeOne(
      Levels machines,
      Replica replica,
      Resources need,
      TransactionBuilder transaction,
      int request) {
    while (!machines.isEmpty()) {
      int level = machines.lowest();
      int machine = machines.draw(chance);
      if (replica.isOpen(machine) && replica.fits(machine, need)) {
        transaction.claim(0, machine, request, replica.claim(machine, need));
        machines.put(machine, level + 1);
        return true;
      }
    }
    return false;
  }
}
