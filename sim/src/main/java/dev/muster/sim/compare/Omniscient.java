package dev.muster.sim.compare;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Resources;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The one scheduler of a cell without delays: knows every free slot at once and gives it to the job
 * that came first, so that no slot is ever free while a task waits.
 *
 * <p>For cells in which all tasks need the same.
 */
public final class Omniscient extends CalmScheduler {

  private final Resources slot;
  private final Deque<KnownStage> waiting = new ArrayDeque<>();

  /** The node of each free slot. */
  private final IntList free = new IntList();

  /**
   * @param slot what each task needs
   */
  public Omniscient(int index, Address<MasterEvent> master, Resources slot) {
    super(index, master);
    this.slot = slot;
  }

  @Override
  void see(long nowNs, List<Machine> machines, Effects out) {
    for (var machine : machines) {
      for (long used = slot.cpuMillis();
          used <= machine.capacity().cpuMillis();
          used += slot.cpuMillis()) {
        free.add(machine.node());
      }
    }
    fill(out);
  }

  @Override
  void ready(long nowNs, List<KnownStage> stages, Effects out) {
    waiting.addAll(stages);
    fill(out);
  }

  private void fill(Effects out) {
    while (!free.isEmpty() && !waiting.isEmpty()) {
      var stage = waiting.getFirst();
      place(stage, free.removeLast(), out);
      if (stage.isDealt()) {
        waiting.removeFirst();
      }
    }
  }

  @Override
  void freed(long nowNs, int node, KnownStage stage, Effects out) {
    free.add(node);
  }
}
