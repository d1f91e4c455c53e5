package dev.muster.core.master.state;

import java.util.Map;
import java.util.TreeMap;

/** Which epoch of each scheduler was heard of last: what an older one says is void. */
public final class Epochs {

  /** The epoch of a scheduler of which nothing was heard. */
  static final int FIRST = 1;

  private final Map<Integer, Integer> heard = new TreeMap<>();

  /** Whether nobody has heard of this epoch before; it counts from now on. */
  public boolean isNews(int scheduler, int epoch) {
    if (epoch <= of(scheduler)) {
      return false;
    }
    heard.put(scheduler, epoch);
    return true;
  }

  int of(int scheduler) {
    return heard.getOrDefault(scheduler, FIRST);
  }

  public boolean isOver(int scheduler, int epoch) {
    return epoch < of(scheduler);
  }
}
