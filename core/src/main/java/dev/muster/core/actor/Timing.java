package dev.muster.core.actor;

/**
 * Intervals and limits that the actors of a cell share.
 *
 * @param beatNs how often each actor repeats requests that have no answer
 * @param repeatAfterNs after how long an unanswered request is repeated
 * @param maxGetTasks how often a node sends {@code GetTask} for a reservation before it gives up
 * @param confirmAfterNs after how long without a message about an attempt its scheduler sends
 *     {@code ConfirmReservations}
 * @param maxConfirms how often the scheduler sends that before it gives up the attempt
 * @param killGraceNs how long a run has to terminate before it is ended by force
 * @param progressEveryNs the least interval of progress reports to a client; 0 for none
 * @param viewDelayNs how long changes of machines are gathered before they are published
 */
public record Timing(
    long beatNs,
    long repeatAfterNs,
    int maxGetTasks,
    long confirmAfterNs,
    int maxConfirms,
    long killGraceNs,
    long progressEveryNs,
    long viewDelayNs) {

  private static final long MS = 1_000_000;

  public static Timing standard() {
    return new Timing(1_000 * MS, 1_000 * MS, 10, 3_000 * MS, 12, 3_000 * MS, 100 * MS, 2 * MS);
  }

  /**
   * For cells where no message is lost: requests are repeated once in so long, attempts are not
   * confirmed, and clients get no progress reports.
   */
  public static Timing seldom(long everyNs) {
    var usual = standard();
    int gets = usual.maxGetTasks;
    int confirms = usual.maxConfirms;
    return new Timing(
        everyNs, everyNs, gets, Long.MAX_VALUE, confirms, usual.killGraceNs, 0, usual.viewDelayNs);
  }

  public Timing withoutProgress() {
    int gets = maxGetTasks;
    int confirms = maxConfirms;
    return new Timing(
        beatNs, repeatAfterNs, gets, confirmAfterNs, confirms, killGraceNs, 0, viewDelayNs);
  }

  /** The sum, or the end of time where that would overflow. */
  public static long later(long nowNs, long afterNs) {
    return nowNs > Long.MAX_VALUE - afterNs ? Long.MAX_VALUE : nowNs + afterNs;
  }

  /** The first beat of the actor with this index; spread, so that not all beat at once. */
  public long firstBeatNs(long nowNs, int index) {
    return nowNs + beatNs / 2 + Math.floorMod(index * 7_919L, 1_000) * (beatNs / 2_000);
  }
}
