package dev.muster.core.actor;

import dev.muster.model.Resources;
import java.util.Collection;
import java.util.HexFormat;

/**
 * The 64-bit trace hash of a run: the same events in the same order at the same times give the same
 * value in any JVM.
 */
public final class TraceHash {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long state = 0x6D75737465720000L;

  public TraceHash add(long value) {
    long mixed = (state ^ value) * MULTIPLIER;
    state = mixed ^ (mixed >>> 29);
    return this;
  }

  public TraceHash add(boolean value) {
    return add(value ? 1 : 0);
  }

  public TraceHash add(String text) {
    add(text.length());
    for (int i = 0; i < text.length(); i++) {
      add(text.charAt(i));
    }
    return this;
  }

  public TraceHash add(long[] values) {
    add(values.length);
    for (long value : values) {
      add(value);
    }
    return this;
  }

  public TraceHash add(int[] values) {
    add(values.length);
    for (int value : values) {
      add(value);
    }
    return this;
  }

  /** Without named resources, of cpu and memory alone. */
  public TraceHash add(Resources resources) {
    add(resources.cpuMillis()).add(resources.memoryBytes());
    return resources.named().isEmpty()
        ? this
        : addTexts(resources.named().keySet()).addNumbers(resources.named().values());
  }

  public TraceHash addTexts(Collection<String> texts) {
    add(texts.size());
    for (var text : texts) {
      add(text);
    }
    return this;
  }

  public TraceHash addNumbers(Collection<Long> numbers) {
    add(numbers.size());
    for (long number : numbers) {
      add(number);
    }
    return this;
  }

  public long value() {
    return state;
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(state);
  }
}
