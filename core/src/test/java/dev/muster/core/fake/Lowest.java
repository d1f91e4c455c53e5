package dev.muster.core.fake;

import java.util.random.RandomGenerator;

/** Chance that always draws the lowest: what is drawn or shuffled stays in the order it was in. */
public final class Lowest implements RandomGenerator {

  @Override
  public long nextLong() {
    return 0;
  }

  @Override
  public int nextInt(int bound) {
    return 0;
  }
}
