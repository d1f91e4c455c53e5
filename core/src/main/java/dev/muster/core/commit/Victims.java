package dev.muster.core.commit;

import dev.muster.core.flat.IntList;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes room on a machine by pushing out lesser claims: opportunistic ones first, then those of the
 * lowest priority, then the newest; and of these no more than it takes.
 */
final class Victims {

  private final Preemption rule;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Comparator<Integer> leastFirst;

  Victims(Preemption rule, MachineTable machines, ClaimTable claims) {
    this.rule = rule;
    this.machines = machines;
    this.claims = claims;
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
  boolean makeRoom(int machine, Ask ask, IntList pushedOut) {
    var chosen = new ArrayList<Integer>();
    for (int slot : candidates(machine, ask)) {
      chosen.add(slot);
      pushOut(slot);
      if (machines.fits(machine, ask.resources())) {
        chosen.reversed().removeIf(one -> spare(one, machine, ask));
        chosen.forEach(pushedOut::add);
        return true;
      }
    }
    chosen.forEach(this::keep);
    return false;
  }

  private List<Integer> candidates(int machine, Ask ask) {
    var found = new ArrayList<Integer>();
    for (int slot = claims.first(machine); slot != ClaimTable.NONE; slot = claims.next(slot)) {
      if (!claims.isGoing(slot) && !claims.isNew(slot) && rule.allows(ask, claims.ask(slot))) {
        found.add(slot);
      }
    }
    found.sort(leastFirst);
    return found;
  }

  /** Keeps it after all if the claim fits without its room. */
  private boolean spare(int slot, int machine, Ask ask) {
    keep(slot);
    boolean fits = machines.fits(machine, ask.resources());
    if (!fits) {
      pushOut(slot);
    }
    return fits;
  }

  private void pushOut(int slot) {
    claims.setGoing(slot, true);
    claims.holder(slot).subtract(claims.ask(slot).resources());
    machines.unpromise(claims.machine(slot), claims.ask(slot).resources());
  }

  void keep(int slot) {
    claims.setGoing(slot, false);
    claims.holder(slot).add(claims.ask(slot).resources());
    machines.promise(claims.machine(slot), claims.ask(slot).resources());
  }
}
