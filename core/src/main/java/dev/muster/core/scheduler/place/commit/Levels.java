package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import java.util.TreeMap;

/** Numbers by how many tasks each has, to draw from those that have the fewest. */
final class Levels {

  private final TreeMap<Integer, IntList> byLevel = new TreeMap<>();

  void put(int number, int level) {
    byLevel.computeIfAbsent(level, _ -> new IntList()).add(number);
  }

  boolean isEmpty() {
    return byLevel.isEmpty();
  }

  /** The fewest tasks that any has. */
  int lowest() {
    return byLevel.firstKey();
  }

  /** Takes out one of those that have the fewest, by chance. */
  int draw(Chance chance) {
    var lowest = byLevel.firstEntry();
    var drawn = lowest.getValue();
    drawn.swap(chance.nextInt(drawn.size()), drawn.size() - 1);
    int number = drawn.removeLast();
    if (drawn.isEmpty()) {
      byLevel.remove(lowest.getKey());
    }
    return number;
  }
}
