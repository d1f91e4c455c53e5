package dev.muster.core.actor;

/**
 * Intervals and limits that the actors of a cell share.
 *
 * @param beatNs how often each actor repeats requests that have no answer
 * @param repeatAfterNs after how long an unanswered request is repeated
 * @param maxGetTasks how often a node sends {@code GetTask} for a reservation before it gives up
 * @param confirmAfterNs after how long without a message about an attempt its scheduler sends
 *     {@code ConfirmReservations}; unanswered requests alone never end the attempt
 * @param killGraceNs how long a run has to terminate before it is ended by force
 * @param progressEveryNs the least interval of progress reports to a client; 0 for none
 * @param viewDelayNs how long changes of machines are gathered before they are published
 * @param liveness after how long without a report a node is avoided, and given up
 * @param reports how often nodes and schedulers speak of loads and watched attempts
 */
public record Timing(
    long beatNs,
    long repeatAfterNs,
    int maxGetTasks,
    long confirmAfterNs,
    long killGraceNs,
    long progressEveryNs,
    long viewDelayNs,
    Liveness liveness,
    Reports reports) {

  /**
   * The lease of a node, which each report renews.
   *
   * @param suspectAfterNs after how long without a report a node gets nothing new
   * @param deadAfterNs after how long the node is dead: the node leaves the cell, and its attempts
   *     are given up. Longer than any pause between two processes of one node, see the guardian
   */
  public record Liveness(long suspectAfterNs, long deadAfterNs) {

    /** Of cells whose nodes never die. */
    public static final Liveness FOREVER = new Liveness(Long.MAX_VALUE, Long.MAX_VALUE);

    public Liveness {
      if (suspectAfterNs <= 0 || deadAfterNs < suspectAfterNs) {
        throw new IllegalArgumentException(
            "a node is suspect before it is dead: " + suspectAfterNs + ", " + deadAfterNs);
      }
    }

    public static Liveness standard() {
      return new Liveness(4_000 * MS, 15_000 * MS);
    }
  }

  /**
   * How often placers that estimate hear from nodes.
   *
   * @param loadEveryNs between two reports of a node to the monitor, and two questions of a
   *     scheduler to it
   * @param attemptsEveryNs between two reports of a node to the scheduler of watched attempts
   */
  public record Reports(long loadEveryNs, long attemptsEveryNs) {

    public Reports {
      if (loadEveryNs <= 0 || attemptsEveryNs <= 0) {
        throw new IllegalArgumentException(
            "an interval is above zero: " + loadEveryNs + ", " + attemptsEveryNs);
      }
    }

    public static Reports standard() {
      return new Reports(1_000 * MS, 1_000 * MS);
    }
  }

  private static final long MS = 1_000_000;

  public static Timing standard() {
    return new Timing(
        1_000 * MS,
        1_000 * MS,
        10,
        3_000 * MS,
        3_000 * MS,
        100 * MS,
        2 * MS,
        Liveness.standard(),
        Reports.standard());
  }

  /**
   * For cells where no message is lost: requests are repeated once in so long, attempts are not
   * confirmed, nodes never die, and clients get no progress reports.
   */
  public static Timing seldom(long everyNs) {
    var usual = standard();
    return new Timing(
        everyNs,
        everyNs,
        usual.maxGetTasks,
        Long.MAX_VALUE,
        usual.killGraceNs,
        0,
        usual.viewDelayNs,
        Liveness.FOREVER,
        usual.reports);
  }

  public Timing withoutProgress() {
    return new Timing(
        beatNs,
        repeatAfterNs,
        maxGetTasks,
        confirmAfterNs,
        killGraceNs,
        0,
        viewDelayNs,
        liveness,
        reports);
  }

  public Timing with(Liveness other) {
    return new Timing(
        beatNs,
        repeatAfterNs,
        maxGetTasks,
        confirmAfterNs,
        killGraceNs,
        progressEveryNs,
        viewDelayNs,
        other,
        reports);
  }

  public Timing with(Reports other) {
    return new Timing(
        beatNs,
        repeatAfterNs,
        maxGetTasks,
        confirmAfterNs,
        killGraceNs,
        progressEveryNs,
        viewDelayNs,
        liveness,
        other);
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
