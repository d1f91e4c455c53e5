package dev.muster.check.queue;

import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.model.Resources;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How large the leader may take the cell for: a busy one is late to hear of machines. */
final class CellSizes {

  /** No leader is later than this. */
  private static final long LATE_NS = 30_000_000_000L;

  private record FormerSize(Resources total, long untilNs) {}

  private record LoggedMachine(int epoch, Resources capacity) {}

  private final LongSupplier nowNs;
  private final Map<Integer, LoggedMachine> machines = new HashMap<>();
  private final Map<Integer, Integer> expelled = new HashMap<>();
  private final ArrayDeque<FormerSize> former = new ArrayDeque<>();
  private Resources total = Resources.NONE;

  CellSizes(LongSupplier nowNs) {
    this.nowNs = nowNs;
  }

  void committed(LogEntry entry) {
    switch (entry) {
      case MachineRegistered joined -> {
        if (joined.epoch() > expelled.getOrDefault(joined.node(), 0)) {
          machines.put(joined.node(), new LoggedMachine(joined.epoch(), joined.capacity()));
          change();
        }
      }
      case NodesDied died -> {
        for (int at = 0; at < died.nodes().size(); at++) {
          int epoch = died.epochs().get(at);
          expelled.merge(died.nodes().get(at), epoch, Math::max);
          var machine = machines.get(died.nodes().get(at));
          if (machine != null && machine.epoch() <= epoch) {
            machines.remove(died.nodes().get(at));
          }
        }
        change();
      }
      default -> {} // changes no machine
    }
  }

  private void change() {
    former.add(new FormerSize(total, nowNs.getAsLong()));
    total =
        machines.values().stream()
            .map(LoggedMachine::capacity)
            .reduce(Resources.NONE, Resources::plus);
  }

  private void forget() {
    while (!former.isEmpty() && nowNs.getAsLong() - former.getFirst().untilNs() > LATE_NS) {
      former.removeFirst();
    }
  }

  Resources largest() {
    forget();
    return former.stream().map(FormerSize::total).reduce(total, Resources::max);
  }

  Resources smallest() {
    forget();
    return former.stream().map(FormerSize::total).reduce(total, Resources::min);
  }

  /** Whether the leader knows for sure how large it is. */
  boolean isSure() {
    forget();
    return former.isEmpty();
  }
}
