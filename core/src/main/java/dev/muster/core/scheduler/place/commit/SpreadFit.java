package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The careful choice for services: few tasks of a stage are to be lost together.
 *
 * <p>Each next task goes to the rack that has the fewest of the stage and machines on which the
 * task fits, and there to the machine that has the fewest; chance decides between those that have
 * as many. Machines that name no rack stand in one together. Where one machine is avoided its rack
 * may be in trouble too: the other machines of that rack are taken where no other rack will do.
 */
public final class SpreadFit {

  private final Chance chance;

  public SpreadFit(Chance chance) {
    this.chance = chance;
  }

  /**
   * Finds machines for so many tasks with the same request, and counts their claims, which have
   * number 0, in the replica.
   *
   * @param eligible the nodes that the stage may use
   * @param isAvoided which nodes are avoided
   * @param held the machines that its tasks have already, each as often as there are tasks on it
   * @return for how many there were machines
   */
  public int fill(
      View eligible,
      IntPredicate isAvoided,
      IntList held,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks) {
    var racks = new Racks(replica, held);
    var need = transaction.requests().get(request).resources();
    for (int at = 0; at < eligible.size(); at++) {
      int machine = eligible.node(at);
      if (isAvoided.test(machine) && replica.has(machine)) {
        racks.suspect(machine);
      } else if (replica.isOpen(machine) && replica.fits(machine, need)) {
        racks.add(machine);
      }
    }
    int placed = place(racks.sound(), racks, replica, transaction, request, tasks);
    return placed + place(racks.suspect(), racks, replica, transaction, request, tasks - placed);
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

  /** Machines on which no further task fits are not put back. */
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

  /**
   * The machines on which tasks of a stage fit, rack by rack, and how many of its tasks each
   * machine and each rack has already.
   */
  private static final class Racks {

    private final Replica replica;
    private final TreeMap<Integer, Integer> heldByMachine = new TreeMap<>();
    private final TreeMap<Integer, Integer> heldByRack = new TreeMap<>();
    private final TreeMap<Integer, Levels> machines = new TreeMap<>();
    private final TreeSet<Integer> suspect = new TreeSet<>();

    /**
     * @param held the machines that tasks have, each as often as there are tasks on it
     */
    Racks(Replica replica, IntList held) {
      this.replica = replica;
      for (int at = 0; at < held.size(); at++) {
        hold(held.at(at));
      }
    }

    private void hold(int machine) {
      if (replica.has(machine)) {
        heldByMachine.merge(machine, 1, Integer::sum);
        heldByRack.merge(rack(machine), 1, Integer::sum);
      }
    }

    private int rack(int machine) {
      return replica.site(machine).rack();
    }

    /** A task fits on the machine. */
    void add(int machine) {
      machines
          .computeIfAbsent(rack(machine), _ -> new Levels())
          .put(machine, heldByMachine.getOrDefault(machine, 0));
    }

    /** The machine is not used, and others of its rack only where no other rack will do. */
    void suspect(int machine) {
      suspect.add(rack(machine));
    }

    /** The racks with such machines none of whose machines is suspect. */
    Levels sound() {
      return racks(false);
    }

    /** The other racks with such machines. */
    Levels suspect() {
      return racks(true);
    }

    private Levels racks(boolean isSuspect) {
      var racks = new Levels();
      for (int rack : machines.keySet()) {
        if (suspect.contains(rack) == isSuspect) {
          racks.put(rack, heldByRack.getOrDefault(rack, 0));
        }
      }
      return racks;
    }

    /** The machines of a rack on which a task fits. */
    Levels machines(int rack) {
      return machines.getOrDefault(rack, new Levels());
    }
  }

  /** Numbers by how many tasks each has, to draw from those that have the fewest. */
  private static final class Levels {

    private final TreeMap<Integer, IntList> byLevel = new TreeMap<>();

    void put(int number, int level) {
      byLevel.computeIfAbsent(level, _ -> new IntList()).add(number);
    }

    boolean isEmpty() {
      return byLevel.isEmpty();
    }

    /** The fewest tasks that any has. */
    int lowest() {
      return byLevel.firstKey();
    }

    /** Takes out one of those that have the fewest, by chance. */
    int draw(Chance chance) {
      var lowest = byLevel.firstEntry();
      var drawn = lowest.getValue();
      drawn.swap(chance.nextInt(drawn.size()), drawn.size() - 1);
      int number = drawn.removeLast();
      if (drawn.isEmpty()) {
        byLevel.remove(lowest.getKey());
      }
      return number;
    }
  }
}
