package dev.muster.workload;

import dev.muster.core.actor.Work;

/** How long each task runs: drawn once per task by its identity, the same for every attempt. */
public record TaskTimes(long seed, Distribution distribution) {

  private static final double TO_UNIT = 0x1.0p-53;

  public long durationNs(Work work) {
    return Math.max(1, Math.round(distribution.quantileNs(unit(seed, work))));
  }

  /** A number in [0, 1) that is a task's own under this seed, whichever the attempt. */
  public static double unit(long seed, Work work) {
    return (key(seed, work) >>> 11) * TO_UNIT;
  }

  /** A number in [0, 1) that is an attempt's own under this seed. */
  public static double unitOfAttempt(long seed, Work work) {
    return (mix(key(seed, work) + work.attempt()) >>> 11) * TO_UNIT;
  }

  private static long key(long seed, Work work) {
    long key = seed * 0x9E3779B97F4A7C15L + work.job();
    key = mix(key * 0xD1B54A32D192ED03L + work.stage());
    return mix(key * 0x8CB92BA72F3D8DD7L + work.index());
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
    z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return z ^ (z >>> 33);
  }
}
