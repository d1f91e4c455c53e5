package dev.muster.core.place;

import dev.muster.core.claim.Transaction;
import dev.muster.core.commit.CellCopy;
import dev.muster.core.flat.IntList;
import dev.muster.core.loop.Chance;
import dev.muster.model.Resources;
import java.util.TreeMap;
import java.util.TreeSet;
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
   * number 0, in the copy.
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
      CellCopy copy,
      Transaction transaction,
      int ask,
      int tasks) {
    var need = transaction.asks().get(ask).resources();
    var perMachine = new TreeMap<Integer, Integer>();
    var perRack = new TreeMap<Integer, Integer>();
    for (int at = 0; at < held.size(); at++) {
      count(copy, held.at(at), perMachine, perRack);
    }
    var machines = new TreeMap<Integer, Levels>();
    var doubted = new TreeSet<Integer>();
    for (int at = 0; at < part.size(); at++) {
      int machine = part.node(at);
      if (shunned.test(machine) && copy.has(machine)) {
        doubted.add(copy.site(machine).rack());
      } else if (copy.isOpen(machine) && copy.fits(machine, need)) {
        machines
            .computeIfAbsent(copy.site(machine).rack(), _ -> new Levels())
            .put(machine, perMachine.getOrDefault(machine, 0));
      }
    }
    var trusted = new Levels();
    var others = new Levels();
    for (int rack : machines.keySet()) {
      (doubted.contains(rack) ? others : trusted).put(rack, perRack.getOrDefault(rack, 0));
    }
    int placed = place(trusted, machines, copy, transaction, ask, tasks);
    return placed + place(others, machines, copy, transaction, ask, tasks - placed);
  }

  private static void count(
      CellCopy copy,
      int machine,
      TreeMap<Integer, Integer> perMachine,
      TreeMap<Integer, Integer> perRack) {
    if (copy.has(machine)) {
      perMachine.merge(machine, 1, Integer::sum);
      perRack.merge(copy.site(machine).rack(), 1, Integer::sum);
    }
  }

  private int place(
      Levels racks,
      TreeMap<Integer, Levels> machines,
      CellCopy copy,
      Transaction transaction,
      int ask,
      int tasks) {
    var need = transaction.asks().get(ask).resources();
    int left = tasks;
    while (left > 0 && !racks.isEmpty()) {
      int level = racks.lowest();
      int rack = racks.draw(chance);
      var inRack = machines.getOrDefault(rack, new Levels());
      if (placeOne(inRack, copy, need, transaction, ask)) {
        left--;
        racks.put(rack, level + 1);
      }
    }
    return tasks - left;
  }

  /** Machines that have no room left are not put back. */
  private boolean placeOne(
      Levels machines, CellCopy copy, Resources need, Transaction transaction, int ask) {
    while (!machines.isEmpty()) {
      int level = machines.lowest();
      int machine = machines.draw(chance);
      if (copy.isOpen(machine) && copy.fits(machine, need)) {
        transaction.claim(0, machine, ask, copy.claim(machine, need));
        machines.put(machine, level + 1);
        return true;
      }
    }
    return false;
  }
}
