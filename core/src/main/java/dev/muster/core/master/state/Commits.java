package dev.muster.core.master.state;

import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.TransactionCommitted;
import java.util.ArrayList;
import java.util.List;

/** Applies what transactions came to. Checks nothing: that was done when it was decided. */
final class Commits {

  private final Tables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Roster roster;
  private final AskSlots asks;

  Commits(Tables tables, Roster roster) {
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.roster = roster;
    this.asks = new AskSlots(tables.asks());
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
      tables.note(machine);
    }
    return claim(entry);
  }

  Applied apply(ClaimsReleased ended) {
    for (int at = 0; at < ended.ids().length; at++) {
      end(claims.find(ended.owners()[at], ended.ids()[at]));
    }
    return Applied.QUIETLY;
  }

  /** One that is not applied is a later claim of the same number: the one that is meant is gone. */
  private void end(int slot) {
    if (slot != ClaimTable.NONE && claims.isApplied(slot)) {
      int machine = claims.machine(slot);
      machines.give(machine, claims.ask(slot).resources());
      tables.drop(slot);
      tables.note(machine);
    }
  }

  private Applied claim(TransactionCommitted entry) {
    var lost = new ArrayList<ClaimRef>(0);
    boolean broken = false;
    asks.start(entry.requests().size());
    for (int at = 0; at < entry.ids().length; at++) {
      if (machines.has(entry.machines()[at])) {
        broken |= claim(entry, at);
      } else {
        lost.add(lose(entry.owner(), entry.ids()[at]));
      }
    }
    return lost.isEmpty() && !broken ? Applied.QUIETLY : new Applied(List.copyOf(lost), broken);
  }

  /** Whether its machine has less than is claimed on it now, and had enough before. */
  private boolean claim(TransactionCommitted entry, int at) {
    int machine = entry.machines()[at];
    int slot = claims.find(entry.owner(), entry.ids()[at]);
    if (slot == ClaimTable.NONE) {
      slot = follow(entry, at);
    } else if (claims.isApplied(slot)) {
      return false;
    }
    claims.setApplied(slot);
    boolean broken = machines.take(machine, claims.ask(slot).resources());
    machines.advanceApplied(machine);
    tables.note(machine);
    return broken;
  }

  /** A claim that somebody else decided. */
  private int follow(TransactionCommitted entry, int at) {
    int number = entry.requestOf()[at];
    var holding = tables.holdings().of(entry.owner());
    int ask = asks.of(number, entry.requests().get(number), holding);
    return tables.add(entry.owner(), entry.ids()[at], entry.machines()[at], ask);
  }

  /** Decided while the news that the machine left was on its way. */
  private ClaimRef lose(int owner, long id) {
    int slot = claims.find(owner, id);
    if (slot != ClaimTable.NONE && !claims.isApplied(slot)) {
      roster.lose(slot);
    }
    return new ClaimRef(owner, id);
  }
}
