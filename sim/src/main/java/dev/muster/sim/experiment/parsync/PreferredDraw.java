package dev.muster.sim.experiment.parsync;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.LongSet;
import dev.muster.model.Where;
import dev.muster.model.rule.JobRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Draws the machines that each job prefers; others will do. */
final class PreferredDraw {

  /** With so little patience any other machine will do at once. */
  private static final long NO_PATIENCE_NS = 1;

  private final Chance chance;
  private final List<Integer> machines;

  PreferredDraw(long seed, int machines) {
    this.chance = Chance.of(seed, "preferences");
    this.machines = new ArrayList<>(machines);
    for (int machine = 0; machine < machines; machine++) {
      this.machines.add(machine);
    }
  }

  /**
   * A task may prefer {@link JobRules#MAX_PREFERRED} machines at most: where a job prefers more,
   * its tasks share them out in equal parts.
   */
  Where next(int tasks, int preferred) {
    if (preferred == 0) {
      return Where.ANYWHERE;
    }
    var drawn = draw(preferred);
    int parts = Math.ceilDiv(preferred, JobRules.MAX_PREFERRED);
    List<List<Integer>> prefer = new ArrayList<>(tasks);
    for (int part = 0; part < parts; part++) {
      var some =
          List.copyOf(drawn.subList(at(part, parts, preferred), at(part + 1, parts, preferred)));
      int count = at(part + 1, parts, tasks) - at(part, parts, tasks);
      prefer.addAll(Collections.nCopies(count, some));
    }
    return Where.ANYWHERE.withPrefer(prefer, NO_PATIENCE_NS);
  }

  /** Where a part begins. */
  private static int at(int part, int parts, int of) {
    return (int) ((long) part * of / parts);
  }

  private List<Integer> draw(int count) {
    var seen = new LongSet();
    List<Integer> drawn = new ArrayList<>(count);
    while (drawn.size() < count) {
      var machine = machines.get(chance.nextInt(machines.size()));
      if (seen.add(machine)) {
        drawn.add(machine);
      }
    }
    return drawn;
  }
}
