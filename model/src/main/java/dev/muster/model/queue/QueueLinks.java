package dev.muster.model.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which queue of a tree is above and which are below which, by their places in its list: for what
 * goes through all queues of a large tree.
 */
public final class QueueLinks {

  /** In place of a queue that there is not. */
  public static final int NONE = -1;

  private final Map<String, Integer> places = new TreeMap<>();
  private final int[] above;
  private final List<List<Integer>> below = new ArrayList<>();

  /**
   * @param tree in which each queue comes after the one above it
   */
  public QueueLinks(QueueTree tree) {
    above = new int[tree.queues().size()];
    for (int at = 0; at < above.length; at++) {
      var queue = tree.queues().get(at);
      above[at] = find(queue.parent());
      below.add(new ArrayList<>());
      if (above[at] != NONE) {
        below.get(above[at]).add(at);
      }
      places.putIfAbsent(queue.path(), at);
    }
  }

  /** The place of the queue of this path. */
  public int find(String path) {
    return places.getOrDefault(path, NONE);
  }

  /** The queue right above. */
  public int above(int queue) {
    return above[queue];
  }

  /** The queues right below. */
  public List<Integer> below(int queue) {
    return below.get(queue);
  }

  public boolean isLeaf(int queue) {
    return below.get(queue).isEmpty();
  }
}
