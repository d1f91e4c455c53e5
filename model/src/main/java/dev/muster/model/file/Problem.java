package dev.muster.model.file;

import java.util.Comparator;

/**
 * One problem of a file, and how to solve it.
 *
 * @param line counts from 1
 * @param column counts from 1
 * @param field the path of the field, as in {@code stages[1].resources.cpu}; empty for the whole
 *     file
 */
public record Problem(int line, int column, String field, String message)
    implements Comparable<Problem> {

  private static final Comparator<Problem> BY_PLACE =
      Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

  @Override
  public int compareTo(Problem other) {
    return BY_PLACE.compare(this, other);
  }

  /** As compilers say it, so that editors can jump there: {@code 12:5: stages[0].tasks: …}. */
  @Override
  public String toString() {
    var place = line + ":" + column + ": ";
    return field.isEmpty() ? place + message : place + field + ": " + message;
  }
}
