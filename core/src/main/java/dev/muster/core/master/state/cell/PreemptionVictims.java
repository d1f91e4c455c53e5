package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.Request;
import dev.muster.core.master.state.cell.CellRules.Preemption;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the claims on a machine to preempt for another, and no more than that needs.
 *
 * <p>Opportunistic claims come first, then those of the lowest priority; among equals those of the
 * highest number, the newest of their owner; and where two owners have the same number, that of the
 * lower owner. The order depends on the claims only, so that a restored cell chooses the same.
 */
final class PreemptionVictims {

  private final Preemption rule;
  private final CellTables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Comparator<Integer> victimOrder;

  PreemptionVictims(Preemption rule, CellTables tables) {
    this.rule = rule;
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.victimOrder =
        Comparator.<Integer, Boolean>comparing(
                slot -> claims.request(slot).tier() == Tier.GUARANTEED)
            .thenComparingInt(slot -> claims.request(slot).priority())
            .thenComparing(claims::id, Comparator.reverseOrder())
            .thenComparingInt(claims::owner);
  }

  /**
   * @param preempted where the slots of the victims are added
   * @return whether the request fits now; if not, nothing has changed
   */
  boolean preempt(int machine, Request request, IntList preempted) {
    var chosen = new ArrayList<Integer>();
    for (int slot : candidates(machine, request)) {
      chosen.add(slot);
      tables.end(slot);
      if (machines.fits(machine, request.resources())) {
        chosen.reversed().removeIf(one -> restore(one, machine, request));
        chosen.forEach(preempted::add);
        return true;
      }
    }
    chosen.forEach(tables::cancelEnd);
    return false;
  }

  private List<Integer> candidates(int machine, Request request) {
    var found = new ArrayList<Integer>();
    for (int slot = claims.first(machine); slot != ClaimTable.NONE; slot = claims.next(slot)) {
      if (!claims.isEnding(slot)
          && !claims.isTentative(slot)
          && rule.allows(request, claims.request(slot))) {
        found.add(slot);
      }
    }
    found.sort(victimOrder);
    return found;
  }

  /** Spares a victim if the request fits all the same. */
  private boolean restore(int slot, int machine, Request request) {
    tables.cancelEnd(slot);
    boolean fits = machines.fits(machine, request.resources());
    if (!fits) {
      tables.end(slot);
    }
    return fits;
  }
}
