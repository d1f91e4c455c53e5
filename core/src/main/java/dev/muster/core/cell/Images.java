package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Resources;

/** How resources and flat arrays enter a hash. */
public final class Images {

  private Images() {}

  public static TraceHash add(TraceHash hash, Resources resources) {
    hash.add(resources.cpuMillis()).add(resources.memoryBytes());
    return hash.addTexts(resources.named().keySet()).addNumbers(resources.named().values());
  }

  public static void add(TraceHash hash, long[] values) {
    hash.add(values.length);
    for (long value : values) {
      hash.add(value);
    }
  }

  public static void add(TraceHash hash, int[] values) {
    hash.add(values.length);
    for (int value : values) {
      hash.add(value);
    }
  }
}
