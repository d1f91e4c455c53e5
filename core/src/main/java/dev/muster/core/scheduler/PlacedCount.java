package dev.muster.core.scheduler;

import dev.muster.model.Placed;

/** Counts how the tasks of one stage get room in the state of the cell. */
final class PlacedCount {

  private long tasks;
  private long preferred;
  private long refused;
  private long staleNs;
  private long beyondTokens;

  /**
   * @param ageNs how old the news of the chosen machine were
   */
  void add(boolean isPreferred, long ageNs) {
    tasks++;
    preferred += isPreferred ? 1 : 0;
    staleNs += ageNs;
  }

  void refused(int more) {
    refused += more;
  }

  /** Their job had no tokens left for so many of those that were added last. */
  void beyondTokens(int more) {
    beyondTokens += more;
  }

  Placed sum() {
    return tasks + refused == 0
        ? Placed.NONE
        : new Placed(tasks, preferred, refused, staleNs, beyondTokens);
  }
}
