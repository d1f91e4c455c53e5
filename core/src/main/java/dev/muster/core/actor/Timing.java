package dev.muster.core.actor;

/**
 * How patient the actors of a cell are with each other.
 *
 * @param beatNs how often each actor looks after what it is waiting for
 * @param askAgainNs after how long an unanswered question is asked again
 * @param asksAtMost how often a node asks for the task of a reservation before it gives it up
 * @param confirmAfterNs after how long without a word a scheduler asks whether a node still has a
 *     reservation
 * @param confirmsAtMost how often it asks before it gives up on that
 * @param killGraceNs how long a task has to end politely
 * @param progressEveryNs how often a client hears of progress at the most; 0 for never
 * @param viewDelayNs how long changes of the cell are gathered before schedulers hear of them
 */
public record Timing(
    long beatNs,
    long askAgainNs,
    int asksAtMost,
    long confirmAfterNs,
    int confirmsAtMost,
    long killGraceNs,
    long progressEveryNs,
    long viewDelayNs) {

  private static final long MS = 1_000_000;

  public static Timing standard() {
    long beatNs = 1_000 * MS;
    long askAgainNs = 1_000 * MS;
    int asksAtMost = 10;
    long confirmAfterNs = 3_000 * MS;
    int confirmsAtMost = 12;
    long killGraceNs = 3_000 * MS;
    long progressEveryNs = 100 * MS;
    long viewDelayNs = 2 * MS;
    return new Timing(
        beatNs,
        askAgainNs,
        asksAtMost,
        confirmAfterNs,
        confirmsAtMost,
        killGraceNs,
        progressEveryNs,
        viewDelayNs);
  }

  /**
   * For cells where nothing is lost: everybody looks and asks again once in so long, nobody doubts
   * what is out, and clients hear of the end alone.
   */
  public static Timing seldom(long everyNs) {
    var usual = standard();
    return new Timing(
        everyNs,
        everyNs,
        usual.asksAtMost(),
        Long.MAX_VALUE,
        usual.confirmsAtMost(),
        usual.killGraceNs(),
        0,
        usual.viewDelayNs());
  }

  public Timing withoutProgress() {
    return new Timing(
        beatNs,
        askAgainNs,
        asksAtMost,
        confirmAfterNs,
        confirmsAtMost,
        killGraceNs,
        0,
        viewDelayNs);
  }

  /**
   * So long after now, which may be before zero, or at the end of time where that would be beyond
   * it.
   */
  public static long later(long nowNs, long afterNs) {
    return nowNs > Long.MAX_VALUE - afterNs ? Long.MAX_VALUE : nowNs + afterNs;
  }

  /** The first beat of the actor with this index, so that not all of them beat at once. */
  public long firstBeatNs(long nowNs, int index) {
    return nowNs + beatNs / 2 + Math.floorMod(index * 7_919L, 1_000) * (beatNs / 2_000);
  }
}
