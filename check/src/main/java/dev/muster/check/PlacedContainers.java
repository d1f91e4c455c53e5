package dev.muster.check;

import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where the log has placed containers: read from the log, not from the master. A number is placed
 * again only once its claim has ended, be it released or lost with its node.
 */
final class PlacedContainers {

  private record ContainerPlace(long claim, int node) {}

  /** Entries of older leaders that are committed later change nothing. */
  private EntryId last = EntryId.NONE;

  /** The epochs of the machines of the cell. */
  private final Map<Integer, Integer> machines = new HashMap<>();

  /** The nodes of the claims that there are. */
  private final Map<Long, Integer> present = new HashMap<>();

  private final Set<ContainerPlace> ever = new HashSet<>();

  /** Whether the log has ever placed that container on that node. */
  boolean wasPlaced(long claim, int node) {
    return ever.contains(new ContainerPlace(claim, node));
  }

  /** Each master applies each entry; the first that does counts. */
  void committed(EntryCommitted committed) {
    if (committed.id().isAfter(last)) {
      last = committed.id();
      apply(committed.entry());
    }
  }

  private void apply(LogEntry entry) {
    switch (entry) {
      case MachineRegistered joined -> machines.put(joined.node(), joined.epoch());
      case NodesDied died -> {
        for (int at = 0; at < died.nodes().size(); at++) {
          died(died.nodes().get(at), died.epochs().get(at));
        }
      }
      case ContainersPlaced placed -> placed(placed.claims());
      case CellChanged changed -> changed(changed.entry());
      default -> {} // about no container
    }
  }

  private void died(int node, int epoch) {
    if (machines.getOrDefault(node, Integer.MAX_VALUE) <= epoch) {
      machines.remove(node);
      present.values().removeIf(of -> of == node);
    }
  }

  private void changed(CellEntry entry) {
    switch (entry) {
      case TransactionCommitted transaction -> end(transaction);
      case ClaimsReleased ended -> {
        for (long claim : ended.ids()) {
          present.remove(claim);
        }
      }
      default -> {} // ends no claim
    }
  }

  private void end(TransactionCommitted transaction) {
    for (long claim : transaction.released()) {
      present.remove(claim);
    }
    for (long claim : transaction.preemptedIds()) {
      present.remove(claim);
    }
  }

  private void placed(TransactionCommitted claims) {
    end(claims);
    for (int at = 0; at < claims.ids().length; at++) {
      int node = claims.machines()[at];
      if (machines.containsKey(node)) { // else lost before it was applied
        placed(claims.ids()[at], node);
      }
    }
  }

  private void placed(long claim, int node) {
    var before = present.put(claim, node);
    if (before != null && before != node) {
      throw new BrokenPromise(
          3,
          "container %d is placed on node-%d, and still has its claim on node-%d"
              .formatted(claim, node, before));
    }
    ever.add(new ContainerPlace(claim, node));
  }
}
