package dev.muster.core.cell;

import dev.muster.model.Resources;

/**
 * The one feasibility function, for the master that decides and for the replicas that schedulers
 * place on.
 */
public final class Fit {

  private Fit() {}

  /**
   * @param available flat records, in which cpu and memory lie side by side
   * @param at the index of the machine's cpu
   */
  public static boolean fits(
      Resources need, long[] available, int at, NamedResources named, int machine) {
    return need.fitsIn(available[at], available[at + 1])
        && (need.named().isEmpty() || need.namedFitIn(named.of(machine)));
  }
}
