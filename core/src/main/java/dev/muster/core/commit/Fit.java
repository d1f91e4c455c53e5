package dev.muster.core.commit;

import dev.muster.model.Resources;

/**
 * The one rule of what fits, for the cell that judges and for the copies that schedulers plan on.
 */
final class Fit {

  private Fit() {}

  /**
   * @param room flat records, in which cpu and memory lie side by side
   * @param at where the machine's cpu is in it
   */
  static boolean fits(Resources need, long[] room, int at, NamedRoom named, int machine) {
    return need.fitsIn(room[at], room[at + 1])
        && (need.named().isEmpty() || need.namedFitIn(named.of(machine)));
  }
}
