package dev.muster.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * A set of tasks of a job, by their numbers: those of the first stage first, then those of the
 * next.
 *
 * @param words the bits, 64 to a word, the lowest first
 */
public record TaskSet(List<Long> words) {

  public static final TaskSet NONE = new TaskSet(Collections.emptyList());

  public static TaskSet of(BitSet bits) {
    if (bits.isEmpty()) {
      return NONE;
    }
    List<Long> words = new ArrayList<>();
    for (long word : bits.toLongArray()) {
      words.add(word);
    }
    return new TaskSet(Collections.unmodifiableList(words));
  }

  /** The tasks from one number to below another, counted from the first of these. */
  public BitSet between(int from, int to) {
    return bits().get(from, to);
  }

  private BitSet bits() {
    return BitSet.valueOf(words.stream().mapToLong(Long::longValue).toArray());
  }
}
