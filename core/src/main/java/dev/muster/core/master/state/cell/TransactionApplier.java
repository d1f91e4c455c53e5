package dev.muster.core.master.state.cell;

import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.master.state.cell.CellState.Applied;
import dev.muster.core.master.state.cell.RequestTable.TransactionRequests;
import java.util.ArrayList;
import java.util.List;

/** Applies transactions and releases. Conflicts were checked when they were decided. */
final class TransactionApplier {

  private final CellTables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final MachineMembership membership;
  private final TransactionRequests requests;

  TransactionApplier(CellTables tables, MachineMembership membership) {
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.membership = membership;
    this.requests = new TransactionRequests(tables.requests());
  }

  Applied apply(TransactionCommitted entry) {
    for (long id : entry.released()) {
      end(claims.find(entry.owner(), id));
    }
    for (int i = 0; i < entry.preemptedIds().length; i++) {
      end(claims.find(entry.preemptedOwners()[i], entry.preemptedIds()[i]));
    }
    for (int machine : entry.advanced()) {
      machines.advanceApplied(machine);
      tables.noteChange(machine);
    }
    return claim(entry);
  }

  Applied apply(ClaimsReleased ended) {
    for (int at = 0; at < ended.ids().length; at++) {
      end(claims.find(ended.owners()[at], ended.ids()[at]));
    }
    return Applied.AS_DECIDED;
  }

  /** A claim that is not applied is a later one of the same number: the released one is gone. */
  private void end(int slot) {
    if (slot != ClaimTable.NONE && claims.isApplied(slot)) {
      int machine = claims.machine(slot);
      machines.applyRelease(machine, claims.request(slot).resources());
      tables.remove(slot);
      tables.noteChange(machine);
    }
  }

  private Applied claim(TransactionCommitted entry) {
    var lost = new ArrayList<ClaimRef>(0);
    boolean overcommitted = false;
    requests.start(entry.requests().size());
    for (int at = 0; at < entry.ids().length; at++) {
      if (machines.has(entry.machines()[at])) {
        overcommitted |= claim(entry, at);
      } else {
        lost.add(removeLost(entry.owner(), entry.ids()[at]));
      }
    }
    return lost.isEmpty() && !overcommitted
        ? Applied.AS_DECIDED
        : new Applied(List.copyOf(lost), overcommitted);
  }

  /** Whether the machine became overcommitted. */
  private boolean claim(TransactionCommitted entry, int at) {
    int machine = entry.machines()[at];
    int slot = claims.find(entry.owner(), entry.ids()[at]);
    if (slot == ClaimTable.NONE) {
      slot = addDecidedElsewhere(entry, at);
    } else if (claims.isApplied(slot)) {
      return false;
    }
    claims.apply(slot);
    boolean overcommitted = machines.applyClaim(machine, claims.request(slot).resources());
    machines.advanceApplied(machine);
    tables.noteChange(machine);
    return overcommitted;
  }

  /** Adds a claim that another leader decided. */
  private int addDecidedElsewhere(TransactionCommitted entry, int at) {
    int index = entry.requestOf()[at];
    var usage = tables.usage().of(entry.owner());
    int request = requests.slotOf(index, entry.requests().get(index), usage);
    int slot = tables.add(entry.owner(), entry.ids()[at], entry.machines()[at], request);
    claims.promise(slot);
    return slot;
  }

  /** The machine left after the claim was decided. */
  private ClaimRef removeLost(int owner, long id) {
    int slot = claims.find(owner, id);
    if (slot != ClaimTable.NONE && !claims.isApplied(slot)) {
      membership.removeOrphaned(slot);
    }
    return new ClaimRef(owner, id);
  }
}
