package dev.muster.core.actor;

import java.util.random.RandomGenerator;

/**
 * The only source of chance in the core: SplitMix64, one named stream per actor.
 *
 * <p>Written out here so that the stream is the same in every JVM; the distributions are those of
 * {@link RandomGenerator}, and a test notices should a release of the JDK change them.
 */
public final class Chance implements RandomGenerator {

  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  private Chance(long state) {
    this.state = state;
  }

  /** The stream of one actor: other seeds and other actors have unrelated ones. */
  public static Chance of(long seed, Address<?> actor) {
    return of(seed, actor.toString());
  }

  public static Chance of(long seed, String name) {
    return new Chance(mix(new TraceHash().add(seed).add(name).value()));
  }

  @Override
  public long nextLong() {
    state += GAMMA;
    return mix(state);
  }

  /** A value in {@code [0, bound)} with one multiplication; the bias is below bound / 2^32. */
  @Override
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be positive: " + bound);
    }
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
