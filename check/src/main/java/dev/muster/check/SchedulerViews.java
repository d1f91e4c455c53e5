package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The machines that each scheduler knows since its epoch began, by the messages it received. */
public final class SchedulerViews {

  private static final class SchedulerView {

    private final TreeMap<Integer, Machine> machines = new TreeMap<>();
    private long version;

    /** Nodes that are not listed have left, and those that have joined anew. */
    private Set<Integer> receive(MachineList list) {
      if (list.version() <= version) {
        return Set.of();
      }
      var before = Map.copyOf(machines);
      version = list.version();
      machines.clear();
      list.machines().forEach(each -> machines.put(each.node(), each));
      var left = new HashSet<Integer>();
      for (var machine : before.values()) {
        var now = machines.get(machine.node());
        if (now == null || now.joined() != machine.joined()) {
          left.add(machine.node());
        }
      }
      return left;
    }

    /** Changes of another version than the known one are asked for anew, and change nothing. */
    private Set<Integer> receive(MachinesChanged changes) {
      if (changes.from() != version) {
        return Set.of();
      }
      version = changes.version();
      changes.left().forEach(machines::remove);
      changes.changed().forEach(each -> machines.put(each.node(), each));
      return Set.copyOf(changes.left());
    }
  }

  private final Map<Integer, SchedulerView> views = new HashMap<>();

  /** The nodes that have left, as their scheduler hears now. */
  public Set<Integer> delivered(Address<?> to, Event event) {
    if (to.role() != Role.SCHEDULER) {
      return Set.of();
    }
    return switch (event) {
      case MachineList list -> view(to.index()).receive(list);
      case MachinesChanged changes -> view(to.index()).receive(changes);
      default -> Set.of(); // says nothing about machines
    };
  }

  private SchedulerView view(int scheduler) {
    return views.computeIfAbsent(scheduler, _ -> new SchedulerView());
  }

  /** By node. */
  public Map<Integer, Machine> machines(int scheduler) {
    return view(scheduler).machines;
  }

  /** The next epoch knows none. */
  public void died(int scheduler) {
    views.remove(scheduler);
  }
}
