package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.flat.IntList;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The machines that have room for tasks of a stage, rack by rack, and how many of its tasks each
 * machine and each rack has already.
 */
final class Racks {

  private final Replica replica;
  private final TreeMap<Integer, Integer> heldByMachine = new TreeMap<>();
  private final TreeMap<Integer, Integer> heldByRack = new TreeMap<>();
  private final TreeMap<Integer, Levels> machines = new TreeMap<>();
  private final TreeSet<Integer> doubted = new TreeSet<>();

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

  /** The machine has room. */
  void add(int machine) {
    machines
        .computeIfAbsent(rack(machine), _ -> new Levels())
        .put(machine, heldByMachine.getOrDefault(machine, 0));
  }

  /**
   * The machine had better not be used, and the others of its rack only where there is no other.
   */
  void doubt(int machine) {
    doubted.add(rack(machine));
  }

  /** The racks that have room and none of whose machines is doubted. */
  Levels trusted() {
    return racks(false);
  }

  /** The other racks that have room. */
  Levels doubted() {
    return racks(true);
  }

  private Levels racks(boolean isDoubted) {
    var racks = new Levels();
    for (int rack : machines.keySet()) {
      if (doubted.contains(rack) == isDoubted) {
        racks.put(rack, heldByRack.getOrDefault(rack, 0));
      }
    }
    return racks;
  }

  /** The machines of a rack that have room. */
  Levels machines(int rack) {
    return machines.getOrDefault(rack, new Levels());
  }
}
