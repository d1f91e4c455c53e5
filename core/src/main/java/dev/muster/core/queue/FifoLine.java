package dev.muster.core.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * First come, first served, in constant time.
 *
 * <p>One that leaves from the middle stays in the deque, marked, until it comes to the head or
 * until more of the deque has left than not.
 */
final class FifoLine implements Line {

  /** How many marked ones are too few to be worth the walk. */
  private static final int SLACK = 32;

  private final ArrayDeque<Entry> waiting = new ArrayDeque<>(4);
  private int size;

  @Override
  public void add(Entry entry) {
    waiting.add(entry);
    size++;
  }

  @Override
  public void remove(Entry entry) {
    entry.gone = true;
    size--;
    if (waiting.size() > 2 * size + SLACK) {
      waiting.removeIf(each -> each.gone);
    }
  }

  @Override
  public void serve(Entry entry) {
    if (waiting.peek() == entry) {
      waiting.remove();
      size--;
    } else {
      remove(entry);
    }
  }

  @Override
  public @Nullable Entry first() {
    while (true) {
      var first = waiting.peek();
      if (first == null || !first.gone) {
        return first;
      }
      waiting.remove();
    }
  }

  @Override
  public List<Entry> first(int limit) {
    List<Entry> found = new ArrayList<>(Math.min(limit, size));
    for (var entry : waiting) {
      if (found.size() == limit) {
        break;
      }
      if (!entry.gone) {
        found.add(entry);
      }
    }
    return found;
  }

  @Override
  public int size() {
    return size;
  }
}
