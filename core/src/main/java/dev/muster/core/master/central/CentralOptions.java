package dev.muster.core.master.central;

/**
 * The settings of the central scheduler.
 *
 * @param discipline in which order queues have their turns
 * @param mode when containers are placed
 * @param reserving when nodes are kept for what fits nowhere
 * @param limits how much may be pending
 */
public record CentralOptions(
    QueueDiscipline discipline, Mode mode, Reserving reserving, PendingLimits limits) {

  private static final long MS = 1_000_000;

  public static final CentralOptions STANDARD =
      new CentralOptions(
          QueueDiscipline.CAPACITY,
          Mode.EVENTS,
          new Reserving(2_000 * MS, 0.1),
          new PendingLimits(10_000, 1_000_000));

  /** Which queue is next. */
  public enum QueueDiscipline {
    /** The one that uses the smallest part of its guarantee; then by weight. */
    CAPACITY,
    /** The one, and in it the user, with the smallest dominant share by weight. */
    FAIR
  }

  /**
   * When containers are placed.
   *
   * @param perHeartbeat how many containers a node gets when it reports; {@link #AT_ONCE} to place
   *     containers as soon as something is requested or becomes available
   * @param missedHeartbeats how many nodes a request lets pass before the rack of a preferred node
   *     will do, and again before any node will; patience may end earlier
   * @param spareNs for how long a request lets nodes pass on which opportunistic tasks would have
   *     to end, where nodes come one by one; in any case other nodes go first
   */
  public record Mode(int perHeartbeat, int missedHeartbeats, long spareNs) {

    public static final int AT_ONCE = 0;

    /** When something is requested or becomes available. */
    public static final Mode EVENTS = new Mode(AT_ONCE, 0, 0);

    /** As nodes report, as YARN does. */
    public static Mode heartbeats(int containers, int missed) {
      return new Mode(containers, missed, 0);
    }

    public Mode withSparing(long ns) {
      return new Mode(perHeartbeat, missedHeartbeats, ns);
    }

    boolean isByHeartbeat() {
      return perHeartbeat != AT_ONCE;
    }
  }

  /**
   * When nodes are kept for a request that fits nowhere, so that smaller ones do not pass for ever.
   *
   * @param afterNs how long it must have fitted nowhere
   * @param share of the machines that may be kept at once for requests that are no gangs; one may
   *     in any case
   */
  public record Reserving(long afterNs, double share) {}

  /**
   * How much may be pending; what is beyond is rejected, and requested again later.
   *
   * @param requests of stages
   * @param containers of all requests
   */
  public record PendingLimits(int requests, long containers) {}

  public CentralOptions with(QueueDiscipline other) {
    return new CentralOptions(other, mode, reserving, limits);
  }

  public CentralOptions with(Mode other) {
    return new CentralOptions(discipline, other, reserving, limits);
  }

  public CentralOptions with(Reserving other) {
    return new CentralOptions(discipline, mode, other, limits);
  }

  public CentralOptions with(PendingLimits other) {
    return new CentralOptions(discipline, mode, reserving, other);
  }
}
