package dev.muster.model.file;

import dev.muster.model.text.Nearest;
import dev.muster.model.text.Quantity;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * A kind of amount in a file: how it is written and how much is sensible.
 *
 * @param expected what would be right, with examples
 */
public record Amount(
    String expected,
    Function<String, OptionalLong> parse,
    LongFunction<String> format,
    long min,
    long max) {

  public static final Amount CPU =
      new Amount(
          "a number of cores such as 0.5, 2 or 500m",
          Quantity::parseCpuMillis,
          Quantity::formatCpu,
          JobLimits.MIN_CPU_MILLIS,
          JobLimits.MAX_CPU_MILLIS);

  public static final Amount MEMORY =
      new Amount(
          "an amount of memory such as 64Mi, 2Gi, 1500M or plain bytes",
          Quantity::parseBytes,
          Quantity::formatBytes,
          JobLimits.MIN_MEMORY_BYTES,
          JobLimits.MAX_MEMORY_BYTES);

  /** Of data, which may be none. */
  public static final Amount BYTES =
      new Amount(
          "an amount of data such as 64Mi, 5Gi, 1500M or plain bytes",
          Quantity::parseBytes,
          Quantity::formatBytes,
          0,
          JobLimits.MAX_INPUT_BYTES);

  public static final Amount DURATION =
      new Amount(
          "a duration such as 250ms, 2s, 5m, 1h30m or 2d",
          Quantity::parseDurationNs,
          Quantity::formatDuration,
          0,
          JobLimits.MAX_DURATION_NS);

  /** As long as a wait may be, and not nothing at all. */
  public static final Amount TIMEOUT =
      new Amount(
          DURATION.expected,
          Quantity::parseDurationNs,
          Quantity::formatDuration,
          1,
          JobLimits.MAX_DURATION_NS);

  /** What is wrong with this text as such an amount; empty if nothing is. */
  public String problem(String text) {
    var amount = parse.apply(text);
    if (amount.isEmpty()) {
      return "must be " + expected + ", not " + Nearest.quote(text);
    }
    if (amount.getAsLong() < min) {
      return "must be at least " + format.apply(min) + ", not " + Nearest.quote(text);
    }
    if (amount.getAsLong() > max) {
      return "must be at most " + format.apply(max) + ", not " + Nearest.quote(text);
    }
    return "";
  }

  public long of(String text) {
    return parse.apply(text).orElseThrow();
  }
}
