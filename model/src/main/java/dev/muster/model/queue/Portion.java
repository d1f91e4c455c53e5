package dev.muster.model.queue;

/**
 * An amount of one resource: fixed, or a share of what the whole cell has.
 *
 * @param resource {@link #CPU} in thousandths of a core, {@link #MEMORY} in bytes, or a named one
 * @param amount fixed; 0 where {@code share} counts
 * @param share of the cell, from 0 to 1; 0 where {@code amount} counts
 */
public record Portion(String resource, long amount, double share) {

  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";

  public static Portion fixed(String resource, long amount) {
    return new Portion(resource, amount, 0);
  }

  public static Portion ofCell(String resource, double share) {
    return new Portion(resource, 0, share);
  }

  /** Whether it is the same in every cell. */
  public boolean isFixed() {
    return share == 0;
  }

  /** The amount in a cell that has so much of the resource. */
  public long of(long whole) {
    return isFixed() ? amount : (long) (share * whole);
  }
}
