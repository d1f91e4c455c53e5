package dev.muster.check;

import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Tasks whose outputs are lost, with a disk or a dead node: what may run again, and how often. */
final class LostTasks {

  private record StoredOn(TaskKey task, int node) {}

  private record DeadNode(int node, int epoch) {}

  /** Outputs on disks, by run. */
  private final Map<Long, StoredOn> stored = new HashMap<>();

  private final Set<DeadNode> dead = new HashSet<>();

  /** Nodes that were declared dead and have not joined again. */
  private final Set<Integer> away = new HashSet<>();

  private final Set<TaskKey> lost = new HashSet<>();
  private final Set<TaskKey> everLost = new HashSet<>();

  void sent(Event event) {
    if (event instanceof TaskFinished end && end.result().hasOutputOnNode()) {
      stored.putIfAbsent(end.reservation(), new StoredOn(TaskKey.of(end), end.node()));
      if (away.contains(end.node())) {
        lose(end.node()); // given up already, whether or not the scheduler knows
      }
    }
  }

  /** What was on a node that is declared dead is lost; the entry comes once to every master. */
  void delivered(Event event) {
    if (event instanceof EntryCommitted committed
        && committed.entry() instanceof MachineRegistered registered) {
      away.remove(registered.node());
    }
    if (event instanceof EntryCommitted committed && committed.entry() instanceof NodesDied died) {
      for (int i = 0; i < died.nodes().size(); i++) {
        int node = died.nodes().get(i);
        if (dead.add(new DeadNode(node, died.epochs().get(i)))) {
          away.add(node);
          lose(node);
        }
      }
    }
  }

  /** The machine has no outputs any more. */
  void lose(int node) {
    for (var output : stored.values()) {
      if (output.node() == node) {
        add(output.task());
      }
    }
    stored.values().removeIf(output -> output.node() == node);
  }

  /** The output of this task is lost. */
  void add(TaskKey task) {
    lost.add(task);
    everLost.add(task);
  }

  /** Whether an output of the task was lost since it last ran again. */
  boolean takeLoss(TaskKey task) {
    return lost.remove(task);
  }

  boolean wasLost(TaskKey task) {
    return everLost.contains(task);
  }
}
