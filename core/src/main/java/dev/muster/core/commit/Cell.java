package dev.muster.core.commit;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Resources;
import java.util.List;
import java.util.TreeMap;

/** The machines of the cell and what each has in all. */
public final class Cell {

  /** How many machines a cell may have; their numbers are below it. */
  public static final int MAX_MACHINES = 1_000_000;

  private final TreeMap<Integer, Machine> machines = new TreeMap<>();
  private Resources largest = Resources.NONE;
  private long version;

  /** Whether a report with this capacity tells something new. */
  public boolean isNews(int node, Resources capacity) {
    var known = machines.get(node);
    return known == null || !known.capacity().equals(capacity);
  }

  /** Whether a machine of this number may join; numbers are small because they index arrays. */
  public boolean takes(int node) {
    return node >= 0 && node < MAX_MACHINES;
  }

  public void put(int node, Resources capacity) {
    var before = machines.put(node, new Machine(node, capacity));
    largest = before == null ? largest.max(capacity) : largestOfAll();
    version++;
  }

  private Resources largestOfAll() {
    return machines.values().stream().map(Machine::capacity).reduce(Resources.NONE, Resources::max);
  }

  /** Whether a task of this size would fit on some machine that has nothing else to do. */
  public boolean feasible(Resources need) {
    if (!need.fitsIn(largest)) {
      return false;
    }
    return machines.values().stream().anyMatch(machine -> need.fitsIn(machine.capacity()));
  }

  /** The most that any machine has, each resource by itself. */
  public Resources largest() {
    return largest;
  }

  public boolean isEmpty() {
    return machines.isEmpty();
  }

  public int size() {
    return machines.size();
  }

  /** Grows with every change. */
  public long version() {
    return version;
  }

  public List<Machine> machines() {
    return List.copyOf(machines.values());
  }
}
