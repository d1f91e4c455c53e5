package dev.muster.core.flat;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** A set of numbers from 0 on, one bit each, that gives them back in order. */
public final class IntBits {

  private long[] words = {};
  private int size;

  /** The words in between have bits, others have none. */
  private int first = Integer.MAX_VALUE;

  private int last = -1;

  /** Adds a number, or leaves it there. */
  public void add(int number) {
    int word = number >>> 6;
    if (word >= words.length) {
      words = Arrays.copyOf(words, Math.max(word + 1, words.length * 2));
    }
    long before = words[word];
    words[word] = before | 1L << number;
    size += before == words[word] ? 0 : 1;
    first = Math.min(first, word);
    last = Math.max(last, word);
  }

  public int size() {
    return size;
  }

  /** Takes out all, from the least on. */
  public void drain(IntConsumer numbers) {
    for (int word = first; word <= last; word++) {
      for (long left = words[word]; left != 0; left &= left - 1) {
        numbers.accept((word << 6) + Long.numberOfTrailingZeros(left));
      }
      words[word] = 0;
    }
    size = 0;
    first = Integer.MAX_VALUE;
    last = -1;
  }
}
