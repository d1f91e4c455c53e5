package dev.muster.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Some tasks of a job.
 *
 * @param stages those of each stage that has some, in the order of the stages
 */
public record TaskSet(List<StageBits> stages) {

  public static final TaskSet NONE = new TaskSet(Collections.emptyList());

  /**
   * Some tasks of one stage.
   *
   * @param words the bits, 64 to a word, the lowest first
   */
  public record StageBits(int stage, List<Long> words) {

    static StageBits of(int stage, BitSet tasks) {
      List<Long> words = new ArrayList<>();
      for (long word : tasks.toLongArray()) {
        words.add(word);
      }
      return new StageBits(stage, Collections.unmodifiableList(words));
    }

    public BitSet tasks() {
      return BitSet.valueOf(words.stream().mapToLong(Long::longValue).toArray());
    }
  }
}
