package dev.muster.core.cell;

import dev.muster.model.Resources;

/**
 * The one rule of what fits, for the cell that judges and for the copies that schedulers plan on.
 */
public final class Fit {

  private Fit() {}

  /**
   * @param room flat records, in which cpu and memory lie side by side
   * @param at where the machine's cpu is in it
   */
  public static boolean fits(
      Resources need, long[] room, int at, NamedResources named, int machine) {
    return need.fitsIn(room[at], room[at + 1])
        && (need.named().isEmpty() || need.namedFitIn(named.of(machine)));
  }
}
