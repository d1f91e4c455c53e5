package dev.muster.core.master.state;

import java.util.Map;
import java.util.TreeMap;

/** The latest epoch of each scheduler; messages of older epochs are stale. */
public final class SchedulerEpochs {

  /** The epoch of a scheduler that never restarted. */
  public static final int FIRST = 1;

  private final Map<Integer, Integer> latest = new TreeMap<>();

  /** Advances to a later epoch; gives whether the epoch is new. */
  public boolean advance(int scheduler, int epoch) {
    if (epoch <= of(scheduler)) {
      return false;
    }
    latest.put(scheduler, epoch);
    return true;
  }

  Map<Integer, Integer> save() {
    return new TreeMap<>(latest);
  }

  int of(int scheduler) {
    return latest.getOrDefault(scheduler, FIRST);
  }

  public boolean isStale(int scheduler, int epoch) {
    return epoch < of(scheduler);
  }
}
