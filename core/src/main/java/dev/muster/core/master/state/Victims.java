package dev.muster.core.master.state;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.Request;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes room on a machine by pushing out lesser claims, and of these no more than it takes.
 *
 * <p>First go opportunistic ones, then those of the lowest priority; among equals those of the
 * highest number, which are the newest that an owner has; and where two owners have the same
 * number, that of the lower owner. The order depends on nothing but the claims, so a cell that was
 * restored chooses as the one before it would have.
 */
final class Victims {

  private final Preemption rule;
  private final Tables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Comparator<Integer> leastFirst;

  Victims(Preemption rule, Tables tables) {
    this.rule = rule;
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.leastFirst =
        Comparator.<Integer, Boolean>comparing(slot -> claims.ask(slot).tier() == Tier.GUARANTEED)
            .thenComparingInt(slot -> claims.ask(slot).priority())
            .thenComparing(claims::id, Comparator.reverseOrder())
            .thenComparingInt(claims::owner);
  }

  /**
   * @param pushedOut where the slots of those that must go are added
   * @return whether there is room now; if not, nothing has changed
   */
  boolean makeRoom(int machine, Request request, IntList pushedOut) {
    var chosen = new ArrayList<Integer>();
    for (int slot : candidates(machine, request)) {
      chosen.add(slot);
      tables.end(slot);
      if (machines.fits(machine, request.resources())) {
        chosen.reversed().removeIf(one -> spare(one, machine, request));
        chosen.forEach(pushedOut::add);
        return true;
      }
    }
    chosen.forEach(tables::keep);
    return false;
  }

  private List<Integer> candidates(int machine, Request request) {
    var found = new ArrayList<Integer>();
    for (int slot = claims.first(machine); slot != ClaimTable.NONE; slot = claims.next(slot)) {
      if (!claims.isGoing(slot) && !claims.isNew(slot) && rule.allows(request, claims.ask(slot))) {
        found.add(slot);
      }
    }
    found.sort(leastFirst);
    return found;
  }

  /** Keeps it after all if the claim fits without its room. */
  private boolean spare(int slot, int machine, Request request) {
    tables.keep(slot);
    boolean fits = machines.fits(machine, request.resources());
    if (!fits) {
      tables.end(slot);
    }
    return fits;
  }
}
