package dev.muster.core.event;

/**
 * What the number of a reservation is made of, from the top:
 *
 * <pre>
 *   1 bit 0 | 11 bits scheduler | 8 bits epoch | 24 bits use | 20 bits slot
 * </pre>
 *
 * <p>So no two reservations of a cell have the same number, and the number tells the epoch of the
 * scheduler.
 */
public final class ReservationId {

  /** How many schedulers a cell may have. */
  public static final int MAX_SCHEDULERS = 1 << 11;

  /** How many reservations and attempts one scheduler may have at once. */
  public static final int MAX_SLOTS = 1 << 20;

  private static final int USE_SHIFT = 20;
  private static final int EPOCH_SHIFT = 44;
  private static final int SCHEDULER_SHIFT = 52;
  private static final long USE_MASK = 0xFF_FFFF;
  private static final long EPOCH_MASK = 0xFF;

  private ReservationId() {}

  /** What all numbers of one epoch of a scheduler have in common. */
  public static long base(int scheduler, int epoch) {
    if (scheduler < 0 || scheduler >= MAX_SCHEDULERS) {
      throw new IllegalArgumentException("a cell has at most " + MAX_SCHEDULERS + " schedulers");
    }
    return (long) scheduler << SCHEDULER_SHIFT | (epoch & EPOCH_MASK) << EPOCH_SHIFT;
  }

  /**
   * @param use counts how often the slot was used
   */
  public static long of(long base, long use, int slot) {
    return base | (use & USE_MASK) << USE_SHIFT | slot;
  }

  public static int slot(long id) {
    return (int) id & (MAX_SLOTS - 1);
  }

  public static int scheduler(long id) {
    return (int) (id >>> SCHEDULER_SHIFT);
  }

  /** Whether the number is of an epoch after this one; epochs are compared modulo 256. */
  public static boolean isNewer(long id, int epoch) {
    return (byte) ((id >>> EPOCH_SHIFT & EPOCH_MASK) - epoch) > 0;
  }

  /** Whether the number is of an epoch before this one; epochs are compared modulo 256. */
  public static boolean isOlder(long id, int epoch) {
    return (byte) ((id >>> EPOCH_SHIFT & EPOCH_MASK) - epoch) < 0;
  }
}
