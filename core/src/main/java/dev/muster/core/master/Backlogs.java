package dev.muster.core.master;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much each scheduler has to place, by its last word, so that the busiest may have the turns of
 * those that have nothing to do. Soft: what is lost here is said again.
 */
final class Backlogs {

  private final TreeMap<Integer, Integer> waiting = new TreeMap<>();

  /** A scheduler says how many stages wait there; gives the schedulers whose turns it may have. */
  List<Integer> hear(int scheduler, int stages) {
    waiting.put(scheduler, stages);
    return stages > 0 && isBusiest(scheduler, stages) ? idle() : List.of();
  }

  /** Of several that are as busy, the one with the lowest number is. */
  private boolean isBusiest(int scheduler, int stages) {
    return waiting.headMap(scheduler).values().stream().allMatch(before -> before < stages)
        && waiting.tailMap(scheduler).values().stream().allMatch(after -> after <= stages);
  }

  private List<Integer> idle() {
    return waiting.entrySet().stream()
        .filter(one -> one.getValue() == 0)
        .map(Map.Entry::getKey)
        .toList();
  }
}
