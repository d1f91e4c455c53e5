package dev.muster.core.master.state;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** The registered machines: capacity and attributes. */
public final class RegisteredMachines {

  private final TreeMap<Integer, Machine> machines = new TreeMap<>();
  private Resources largest = Resources.NONE;
  private long version;

  /** Whether the machine is unknown or has changed. */
  public boolean differs(Machine machine) {
    return !machine.equals(machines.get(machine.node()));
  }

  /** Whether the machine may join: its number is within the limit, its capacity is valid. */
  public boolean accepts(Machine machine) {
    return machine.node() >= 0
        && machine.node() < MachineJoined.MAX_MACHINES
        && !machine.capacity().isNegative();
  }

  public void put(Machine machine) {
    var before = machines.put(machine.node(), machine);
    largest = before == null ? largest.max(machine.capacity()) : largestOfAll();
    version++;
  }

  private Resources largestOfAll() {
    return machines.values().stream().map(Machine::capacity).reduce(Resources.NONE, Resources::max);
  }

  void restore(long saved, List<Machine> all) {
    all.forEach(this::put);
    version = saved;
  }

  /** Whether a task of this size fits on some machine that is empty. */
  public boolean isFeasible(Resources need) {
    if (!need.fitsIn(largest)) {
      return false;
    }
    return machines.values().stream().anyMatch(machine -> need.fitsIn(machine.capacity()));
  }

  /** The machines that satisfy a requirement, whatever their capacity. */
  public List<Machine> qualifying(Require require) {
    return machines.values().stream()
        .filter(machine -> require.holds(machine.node(), machine.attributes()))
        .toList();
  }

  public TreeSet<String> values(String attribute) {
    var values = new TreeSet<String>();
    for (var machine : machines.values()) {
      values.add(Require.attribute(attribute, machine.node(), machine.attributes()));
    }
    values.remove("");
    return values;
  }

  /** The names of all attributes, the node's own name among them. */
  public TreeSet<String> attributes() {
    var names = new TreeSet<String>();
    machines.values().forEach(machine -> names.addAll(machine.attributes().keySet()));
    names.add(Require.NODE);
    return names;
  }

  /** The maximum capacity of each resource by itself. */
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
