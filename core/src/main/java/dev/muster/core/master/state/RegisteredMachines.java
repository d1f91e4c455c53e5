package dev.muster.core.master.state;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The registered machines: capacity, attributes and the epoch of the node of each; and which epochs
 * of nodes were declared dead.
 */
public final class RegisteredMachines {

  /** Before all epochs of a node. */
  public static final int NO_EPOCH = 0;

  private final TreeMap<Integer, Machine> machines = new TreeMap<>();
  private final TreeMap<Integer, Integer> epochs = new TreeMap<>();

  /** Of each node that was ever declared dead, the latest epoch that was. */
  private final TreeMap<Integer, Integer> expelled = new TreeMap<>();

  private Resources largest = Resources.NONE;
  private long version;

  /** Whether the machine, or this epoch of its node, is not on record like that. */
  public boolean differs(int node, int epoch, Resources capacity, Map<String, String> attributes) {
    var known = machines.get(node);
    return known == null
        || epoch(node) != epoch
        || !known.capacity().equals(capacity)
        || !known.attributes().equals(attributes);
  }

  /** Whether the machine may join: its number is within the limit, its capacity is valid. */
  public static boolean accepts(int node, Resources capacity) {
    return node >= 0 && node < MachineJoined.MAX_MACHINES && !capacity.isNegative();
  }

  /** Puts a machine on record; false where this epoch of its node was declared dead meanwhile. */
  public boolean apply(MachineRegistered registered) {
    int node = registered.node();
    if (registered.epoch() <= expelled(node)) {
      return false;
    }
    if (differs(node, epoch(node), registered.capacity(), registered.attributes())) {
      var before = machines.get(node);
      version++;
      long joined = before == null ? version : before.joined();
      var machine = new Machine(node, joined, registered.capacity(), registered.attributes());
      machines.put(node, machine);
      largest = before == null ? largest.max(machine.capacity()) : largestOfAll();
    }
    epochs.put(node, registered.epoch());
    return true;
  }

  /** Removes the machines of dead nodes; gives the nodes that were there in no later epoch. */
  public List<Integer> apply(NodesDied died) {
    List<Integer> left = new ArrayList<>();
    for (int at = 0; at < died.nodes().size(); at++) {
      int node = died.nodes().get(at);
      int epoch = died.epochs().get(at);
      expelled.merge(node, epoch, Math::max);
      if (has(node) && epoch(node) <= epoch) {
        machines.remove(node);
        epochs.remove(node);
        version++;
        left.add(node);
      }
    }
    largest = largestOfAll();
    return left;
  }

  public boolean has(int node) {
    return machines.containsKey(node);
  }

  /** The machine of a node; null where the node is not there. */
  public @Nullable Machine machine(int node) {
    return machines.get(node);
  }

  /** The epoch of a node on record. */
  public int epoch(int node) {
    return epochs.getOrDefault(node, NO_EPOCH);
  }

  /** The latest epoch of a node that was declared dead. */
  public int expelled(int node) {
    return expelled.getOrDefault(node, NO_EPOCH);
  }

  private Resources largestOfAll() {
    return machines.values().stream().map(Machine::capacity).reduce(Resources.NONE, Resources::max);
  }

  void restore(MasterSnapshot saved) {
    saved.machines().forEach(machine -> machines.put(machine.node(), machine));
    epochs.putAll(saved.nodeEpochs());
    expelled.putAll(saved.expelled());
    version = saved.machinesVersion();
    largest = largestOfAll();
  }

  /** The epoch of each node on record. */
  Map<Integer, Integer> epochs() {
    return Collections.unmodifiableMap(new TreeMap<>(epochs));
  }

  /** The latest epoch of each node that was declared dead. */
  Map<Integer, Integer> expelled() {
    return Collections.unmodifiableMap(new TreeMap<>(expelled));
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

  /** What all machines have together. */
  public Resources total() {
    return machines.values().stream()
        .map(Machine::capacity)
        .reduce(Resources.NONE, Resources::plus);
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
