package dev.muster.model;

import java.math.BigDecimal;

/** Amounts as people write them: cores, bytes and durations, both ways. */
public final class Quantity {

  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private Quantity() {}

  /** {@code 1500} thousandths become {@code 1.5}. */
  public static String formatCpu(long cpuMillis) {
    return BigDecimal.valueOf(cpuMillis, 3).stripTrailingZeros().toPlainString();
  }

  /** The largest binary unit that shows the amount with at most one decimal, as in {@code 1.5 GiB}. */
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
}
