package dev.muster.core.actor.flat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list in the order of arrival whose elements carry its links, each in one chain at a time: any
 * element leaves in constant time and leaves nothing behind, and a short chain fits in few cache
 * lines.
 */
public class Chain<T extends Chain.Link<T>> {

  /** What an element of a chain extends. */
  public abstract static class Link<T extends Link<T>> {

    private @Nullable T before;
    private @Nullable T behind;

    /** The next in the chain; null for the last. */
    public final @Nullable T behind() {
      return behind;
    }
  }

  private @Nullable T first;
  private @Nullable T last;
  private int size;

  public void add(T element) {
    Link<T> link = element;
    link.before = last;
    if (last == null) {
      first = element;
    } else {
      behind(last, element);
    }
    last = element;
    size++;
  }

  public void remove(T element) {
    Link<T> link = element;
    T before = link.before;
    T behind = link.behind;
    if (before == null) {
      first = behind;
    } else {
      behind(before, behind);
    }
    if (behind == null) {
      last = before;
    } else {
      before(behind, before);
    }
    link.before = null;
    link.behind = null;
    size--;
  }

  private static <T extends Link<T>> void behind(Link<T> element, @Nullable T next) {
    element.behind = next;
  }

  private static <T extends Link<T>> void before(Link<T> element, @Nullable T previous) {
    element.before = previous;
  }

  /** The oldest; null where there is none. */
  public @Nullable T first() {
    return first;
  }

  /** The oldest so many, as of now. */
  public List<T> first(int limit) {
    List<T> found = new ArrayList<>(Math.min(limit, size));
    for (T element = first; element != null && found.size() < limit; element = element.behind()) {
      found.add(element);
    }
    return found;
  }

  /** All as of now, so that the chain may change while one walks over them. */
  public List<T> all() {
    return first(size);
  }

  public int size() {
    return size;
  }
}
