package dev.muster.core.submit;

import java.util.Map;
import java.util.TreeMap;

/** Which life of each scheduler was heard of last: what an older one says is void. */
final class Lives {

  /** The life of a scheduler of which nothing was heard. */
  static final int FIRST = 1;

  private final Map<Integer, Integer> heard = new TreeMap<>();

  /** Whether nobody has heard of this life before; it counts from now on. */
  boolean isNews(int scheduler, int life) {
    if (life <= of(scheduler)) {
      return false;
    }
    heard.put(scheduler, life);
    return true;
  }

  int of(int scheduler) {
    return heard.getOrDefault(scheduler, FIRST);
  }

  boolean isOver(int scheduler, int life) {
    return life < of(scheduler);
  }
}
