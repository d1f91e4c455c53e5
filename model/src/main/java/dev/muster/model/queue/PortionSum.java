package dev.muster.model.queue;

import dev.muster.model.text.Quantity;

/**
 * The sum of portions of one resource, some of them fixed and some shares of the cell, which cannot
 * be added up before the size of the cell is known.
 *
 * @param fixed in the unit of {@link Portion}
 * @param share of the cell; 1 for all of it
 */
public record PortionSum(String resource, long fixed, double share) {

  /**
   * Shares are sums of decimal fractions that have no exact form; less than this is no difference.
   */
  private static final double NEGLIGIBLE = 1e-9;

  /** Of a percentage: as many as operators write. */
  private static final int DECIMALS = 4;

  /** As a power of two; each unit is a 1,024th of the one before. */
  private static final int LARGEST_UNIT = 60;

  private static final String[] UNITS = {"Ei", "Pi", "Ti", "Gi", "Mi"};

  public static PortionSum none(String resource) {
    return new PortionSum(resource, 0, 0);
  }

  /** All that the cell has. */
  public static PortionSum whole(String resource) {
    return new PortionSum(resource, 0, 1);
  }

  public static PortionSum of(Portion portion) {
    return new PortionSum(portion.resource(), portion.amount(), portion.share());
  }

  public PortionSum plus(PortionSum other) {
    return new PortionSum(resource, added(fixed, other.fixed), share + other.share);
  }

  /** The largest number where that would overflow. */
  private static long added(long a, long b) {
    return b > 0 && a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** Either part may be below zero: what is missing. */
  public PortionSum minus(PortionSum other) {
    return new PortionSum(resource, fixed - other.fixed, share - other.share);
  }

  public boolean isNothing() {
    return fixed == 0 && Math.abs(share) < NEGLIGIBLE;
  }

  /** Whether this is more in any cell, whatever its size. */
  public boolean exceeds(PortionSum limit) {
    double more = share - limit.share;
    return (fixed > limit.fixed && more > -NEGLIGIBLE)
        || (fixed >= limit.fixed && more > NEGLIGIBLE);
  }

  /** Whether this is more in a cell that has so much of the resource. */
  public boolean exceeds(PortionSum limit, long whole) {
    double more = (double) (fixed - limit.fixed) + (share - limit.share) * whole;
    boolean likeWithLike = Math.abs(share - limit.share) < NEGLIGIBLE;
    return likeWithLike ? fixed > limit.fixed : more > NEGLIGIBLE * whole;
  }

  /** The smaller one in a cell that has so much. */
  public PortionSum min(PortionSum other, long whole) {
    return exceeds(other, whole) ? other : this;
  }

  /** The same as a fixed amount, in a cell that has so much. */
  public PortionSum in(long whole) {
    return new PortionSum(resource, added(fixed, Math.round(share * whole)), 0);
  }

  /**
   * As in a file of queues: {@code 70%}, {@code 40}, {@code 100Gi}; a sum as in {@code 10% + 40},
   * and where a part is missing {@code 30% less 10}.
   */
  public String text() {
    if (Math.abs(share) < NEGLIGIBLE) {
      return amount(fixed);
    }
    var percent = Quantity.formatShare(Math.abs(share), DECIMALS);
    if (share < 0) {
      return fixed == 0 ? "-" + percent : amount(fixed) + " less " + percent;
    }
    if (fixed == 0) {
      return percent;
    }
    return percent + (fixed < 0 ? " less " : " + ") + amount(Math.abs(fixed));
  }

  private String amount(long amount) {
    return switch (resource) {
      case Portion.CPU -> Quantity.formatCpu(amount);
      case Portion.MEMORY -> bytes(amount);
      default -> Long.toString(amount);
    };
  }

  /** Exact where a unit is; what is a share of something seldom is. */
  private static String bytes(long amount) {
    if (amount == 0) {
      return "0";
    }
    for (int at = 0; at < UNITS.length; at++) {
      long unit = 1L << (LARGEST_UNIT - 10 * at);
      if (amount % unit == 0) {
        return amount / unit + UNITS[at];
      }
    }
    return Quantity.formatBytes(amount);
  }
}
