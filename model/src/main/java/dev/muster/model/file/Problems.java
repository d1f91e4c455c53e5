package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Gathers the problems of a file, so that all are reported at once. */
public final class Problems {

  /** A file of a million bad items needs no million messages. */
  static final int MAX_SHOWN = 100;

  private final List<Problem> shown = new ArrayList<>();
  private int hidden;

  public void add(Yaml at, String field, String message) {
    if (shown.size() == MAX_SHOWN) {
      hidden++;
    } else {
      shown.add(new Problem(at.line(), at.column(), field, message));
    }
  }

  public boolean none() {
    return shown.isEmpty();
  }

  /** How many there are so far: whoever reads a part finds out whether that part is right. */
  public int count() {
    return shown.size() + hidden;
  }

  /** In the order of the lines; the last one says how many are not shown, if any. */
  public List<Problem> inOrder() {
    var sorted = new ArrayList<>(shown);
    Collections.sort(sorted);
    if (hidden > 0) {
      var last = sorted.getLast();
      sorted.add(
          new Problem(
              last.line(), last.column(), "", formatCount(hidden) + " more problems not shown"));
    }
    return sorted;
  }
}
