package dev.muster.core.master.queue;

import dev.muster.core.actor.flat.LongMap;
import java.util.TreeSet;

/** The jobs of one queue that wait for admission, in the order in which they go. */
final class WaitingLine {

  /** In place of a time that nobody can tell. */
  static final long UNKNOWN = -1;

  /** How much the latest admission counts in the mean time between two. */
  private static final double LATEST = 0.2;

  private static final long NEVER = -1;

  private final TreeSet<QueuedJob> waiting = new TreeSet<>(QueuedJob.IN_LINE);

  /** Places as of some moment: to know the place of one job takes a walk along the whole line. */
  private LongMap<Integer> places = new LongMap<>();

  private long placesNs = NEVER;
  private long admittedNs = NEVER;
  private double betweenNs = NEVER;

  void add(QueuedJob job) {
    waiting.add(job);
  }

  void remove(QueuedJob job) {
    waiting.remove(job);
  }

  Iterable<QueuedJob> inOrder() {
    return waiting;
  }

  int length() {
    return waiting.size();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  QueuedJob first() {
    return waiting.first();
  }

  boolean isFirst(QueuedJob job) {
    return !waiting.isEmpty() && waiting.first().number() == job.number();
  }

  /** A job leaves the line because it is admitted. */
  void admitted(long nowNs) {
    if (admittedNs != NEVER) {
      double sinceNs = nowNs - admittedNs;
      betweenNs = betweenNs == NEVER ? sinceNs : LATEST * sinceNs + (1 - LATEST) * betweenNs;
    }
    admittedNs = nowNs;
  }

  /**
   * The place of a job in the line, from 1; as it was at most so long ago.
   *
   * @param staleNs after how long places are counted anew
   */
  int place(long nowNs, QueuedJob job, long staleNs) {
    var known = places.find(job.number());
    if (placesNs == NEVER || nowNs - placesNs >= staleNs || known == null) {
      count(nowNs);
      known = places.find(job.number());
    }
    return known == null ? waiting.size() : known;
  }

  private void count(long nowNs) {
    places = new LongMap<>();
    placesNs = nowNs;
    int place = 0;
    for (var each : waiting) {
      places.put(each.number(), ++place);
    }
  }

  /**
   * In how long the job at this place is expected to be admitted, by how fast the line moved so
   * far; {@link #UNKNOWN} where it has not moved twice.
   */
  long expectedNs(long nowNs, int place) {
    if (betweenNs == NEVER) {
      return UNKNOWN;
    }
    double sinceNs = nowNs - admittedNs;
    double inNs = place * Math.max(betweenNs, sinceNs) - sinceNs;
    return (long) Math.max(0, inNs);
  }
}
