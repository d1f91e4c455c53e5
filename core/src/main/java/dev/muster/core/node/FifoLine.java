package dev.muster.core.node;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * First come, first served, in constant time.
 *
 * <p>The entries themselves are linked, each in one such line at a time: whoever leaves, leaves
 * nothing behind, and a node with a short line has all of it in few cache lines.
 */
final class FifoLine implements Line {

  private @Nullable Entry first;
  private @Nullable Entry last;
  private int size;

  @Override
  public void add(Entry entry) {
    entry.before = last;
    if (last == null) {
      first = entry;
    } else {
      last.behind = entry;
    }
    last = entry;
    size++;
  }

  @Override
  public void remove(Entry entry) {
    var before = entry.before;
    var behind = entry.behind;
    if (before == null) {
      first = behind;
    } else {
      before.behind = behind;
    }
    if (behind == null) {
      last = before;
    } else {
      behind.before = before;
    }
    entry.before = null;
    entry.behind = null;
    size--;
  }

  @Override
  public void serve(Entry entry) {
    remove(entry);
  }

  @Override
  public @Nullable Entry first() {
    return first;
  }

  @Override
  public List<Entry> first(int limit) {
    List<Entry> found = new ArrayList<>(Math.min(limit, size));
    for (var entry = first; entry != null && found.size() < limit; entry = entry.behind) {
      found.add(entry);
    }
    return found;
  }

  @Override
  public int size() {
    return size;
  }
}
