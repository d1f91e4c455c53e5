package dev.muster.sim.experiment.parsync;

import dev.muster.core.flat.LongSet;
import dev.muster.core.loop.Chance;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Draws the machines that each job prefers: the same for all of its tasks, and others will do. */
final class Wants {

  /** With so little patience any other machine will do at once. */
  private static final long NO_PATIENCE_NS = 1;

  private final Chance chance;
  private final List<Integer> machines;

  Wants(long seed, int machines) {
    this.chance = Chance.of(seed, "preferences");
    this.machines = new ArrayList<>(machines);
    for (int machine = 0; machine < machines; machine++) {
      this.machines.add(machine);
    }
  }

  Where next(int tasks, int preferred) {
    if (preferred == 0) {
      return Where.ANYWHERE;
    }
    var seen = new LongSet();
    List<Integer> drawn = new ArrayList<>(preferred);
    while (drawn.size() < preferred) {
      var machine = machines.get(chance.nextInt(machines.size()));
      if (seen.add(machine)) {
        drawn.add(machine);
      }
    }
    return Where.ANYWHERE.withPrefer(
        Collections.nCopies(tasks, List.copyOf(drawn)), NO_PATIENCE_NS);
  }
}
