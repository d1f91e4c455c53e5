package dev.muster.model.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Parses and formats cores, bytes, durations and shares.
 *
 * <p>Parsing gives nothing for any other text. Fractions of the unit are cut off; an amount beyond
 * {@code long} becomes the largest one, for the caller's limit to reject.
 */
public final class Quantity {

  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final String BYTE_PREFIXES = "KMGTPE";

  private static final String[] TIME_UNITS = {"d", "h", "m", "s", "ms", "us", "ns"};
  private static final long[] TIME_UNIT_NS = {
    86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
  };

  /** Longer than any real amount; bounds the arithmetic. */
  private static final int MAX_LENGTH = 40;

  private static final String NUMBER = "([+-]?(?:\\d+\\.?\\d*|\\.\\d+))";
  private static final Pattern CPU = Pattern.compile(NUMBER + "(m?)");
  private static final Pattern BYTES = Pattern.compile(NUMBER + " ?([kKMGTPE]?)(i?)B?");
  private static final Pattern SHARE = Pattern.compile(NUMBER + " ?%");
  private static final Pattern TIME_PART =
      Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(d|h|ms|m|s|us|ns)");

  private Quantity() {}

  /** {@code 1000000} becomes {@code 1,000,000}, in any locale. */
  public static String formatCount(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** {@code 1500} thousandths become {@code 1.5}. */
  public static String formatCpu(long cpuMillis) {
    return BigDecimal.valueOf(cpuMillis, 3).stripTrailingZeros().toPlainString();
  }

  /** {@code 0.5}, {@code 2} or, in thousandths, {@code 500m}. */
  public static OptionalLong parseCpuMillis(String text) {
    var match = CPU.matcher(text);
    if (text.length() > MAX_LENGTH || !match.matches()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(whole(match.group(1), match.group(2).isEmpty() ? 1000 : 1));
  }

  /**
   * The largest binary unit that shows the amount with at most one decimal, as in {@code 1.5 GiB}.
   */
  public static String formatBytes(long bytes) {
    int unit = 0;
    double amount = bytes;
    while (Math.abs(amount) >= 1024 && unit < BYTE_UNITS.length - 1) {
      amount /= 1024;
      unit++;
    }
    var rounded = BigDecimal.valueOf(Math.round(amount * 10), 1).stripTrailingZeros();
    return rounded.toPlainString() + " " + BYTE_UNITS[unit];
  }

  /** {@code 64Mi}, {@code 1.5 GiB}, {@code 1500M} in thousands, or plain bytes. */
  public static OptionalLong parseBytes(String text) {
    var match = BYTES.matcher(text);
    if (text.length() > MAX_LENGTH || !match.matches()) {
      return OptionalLong.empty();
    }
    var prefix = match.group(2).toUpperCase(Locale.ROOT);
    var binary = !match.group(3).isEmpty();
    if (prefix.isEmpty()) {
      return binary ? OptionalLong.empty() : OptionalLong.of(whole(match.group(1), 1));
    }
    long unit = 1;
    for (int i = 0; i <= BYTE_PREFIXES.indexOf(prefix); i++) {
      unit *= binary ? 1024 : 1000;
    }
    return OptionalLong.of(whole(match.group(1), unit));
  }

  /** Exact, the largest units first and none that is zero, as in {@code 1h30m}. */
  public static String formatDuration(long ns) {
    if (ns == 0) {
      return "0s";
    }
    var text = new StringBuilder(ns < 0 ? "-" : "");
    long rest = Math.abs(ns);
    for (int i = 0; i < TIME_UNITS.length; i++) {
      long count = rest / TIME_UNIT_NS[i];
      rest %= TIME_UNIT_NS[i];
      if (count > 0) {
        text.append(count).append(TIME_UNITS[i]);
      }
    }
    return text.toString();
  }

  /** {@code 250ms}, {@code 2s}, {@code 1h30m}: units from large to small, each at most once. */
  public static OptionalLong parseDurationNs(String text) {
    if (text.equals("0")) {
      return OptionalLong.of(0);
    }
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return OptionalLong.empty();
    }
    var match = TIME_PART.matcher(text);
    long sum = 0;
    int end = 0;
    int lastUnit = -1;
    while (end < text.length()) {
      if (!match.find() || match.start() != end || unitIndex(match.group(2)) <= lastUnit) {
        return OptionalLong.empty();
      }
      lastUnit = unitIndex(match.group(2));
      end = match.end();
      long part = whole(match.group(1), TIME_UNIT_NS[lastUnit]);
      sum = part > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + part;
    }
    return OptionalLong.of(sum);
  }

  /** {@code 70%} is 0.7; any other number of percent is taken too. */
  public static OptionalDouble parseShare(String text) {
    var match = SHARE.matcher(text);
    return text.length() <= MAX_LENGTH && match.matches()
        ? OptionalDouble.of(new BigDecimal(match.group(1)).movePointLeft(2).doubleValue())
        : OptionalDouble.empty();
  }

  /** 0.7 becomes {@code 70%}; with so many decimals where they say something. */
  public static String formatShare(double share, int decimals) {
    var percent =
        BigDecimal.valueOf(share).movePointRight(2).setScale(decimals, RoundingMode.HALF_UP);
    return percent.stripTrailingZeros().toPlainString() + "%";
  }

  private static int unitIndex(String unit) {
    return Arrays.asList(TIME_UNITS).indexOf(unit);
  }

  private static long whole(String number, long unit) {
    var amount = new BigDecimal(number).multiply(BigDecimal.valueOf(unit));
    var limit = BigDecimal.valueOf(Long.MAX_VALUE);
    return amount.min(limit).max(limit.negate()).setScale(0, RoundingMode.DOWN).longValueExact();
  }
}
