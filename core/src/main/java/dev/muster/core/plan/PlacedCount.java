package dev.muster.core.plan;

import dev.muster.model.Placed;

/** Counts how the tasks of one stage get room in the state of the cell. */
final class PlacedCount {

  private long tasks;
  private long preferred;
  private long refused;
  private long staleNs;

  /**
   * @param ageNs how old the news of the chosen machine were
   */
  void add(boolean liked, long ageNs) {
    tasks++;
    preferred += liked ? 1 : 0;
    staleNs += ageNs;
  }

  void refused(int more) {
    refused += more;
  }

  Placed sum() {
    return tasks + refused == 0 ? Placed.NONE : new Placed(tasks, preferred, refused, staleNs);
  }
}
