package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.model.Outcome;
import dev.muster.model.Tier;
import java.util.TreeSet;

/**
 * What tasks of each tier lose until they run for good: the time that they wait, and the time that
 * they ran for nothing because they were evicted.
 *
 * <p>Delays come from Little's law: the time that all tasks have lost together in an interval, by
 * the number that began in it to run for good. So tasks that still wait count as well; a mean over
 * those that have started would call a line quick in which hardly anything starts.
 *
 * <p>A guaranteed task waits from the request of its container to its start in it, an opportunistic
 * one from the decision until its node says that it runs.
 */
final class TierDelays {

  /**
   * Of the tasks of one tier in one interval.
   *
   * @param lostNs all of them together
   * @param started to run for good: less those that were evicted
   */
  record TierSample(double lostNs, int started) {

    static final TierSample NONE = new TierSample(0, 0);

    boolean isEmpty() {
      return lostNs == 0 && started == 0;
    }
  }

  private static final class Line {
    private int waiting;
    private double lostNs;
    private int started;

    private void advance(long ns) {
      lostNs += (double) waiting * ns;
    }

    private TierSample take() {
      var sample = new TierSample(Math.max(0, lostNs), started);
      lostNs = 0;
      started = 0;
      return sample;
    }
  }

  private final Line guaranteed = new Line();
  private final Line opportunistic = new Line();

  /** Opportunistic attempts at nodes that have not said that they run. */
  private final TreeSet<Long> queued = new TreeSet<>();

  private long nowNs;

  /** Counts the time of all that waits. */
  void advance(long toNs) {
    long ns = Math.max(0, toNs - nowNs);
    guaranteed.advance(ns);
    opportunistic.advance(ns);
    nowNs = Math.max(nowNs, toNs);
  }

  private Line of(Tier tier) {
    return switch (tier) {
      case GUARANTEED -> guaranteed;
      case OPPORTUNISTIC -> opportunistic;
    };
  }

  /** So many more tasks wait that are not at a node, or fewer where negative. */
  void waiting(Tier tier, int more) {
    of(tier).waiting += more;
  }

  /** The attempt was sent to its node: a container starts on arrival, others may queue. */
  void sent(Attempt attempt) {
    switch (attempt.tier()) {
      case GUARANTEED -> guaranteed.started++;
      case OPPORTUNISTIC -> {
        queued.add(attempt.id());
        opportunistic.waiting++;
      }
    }
  }

  private boolean leaves(Attempt attempt) {
    boolean isQueued = queued.remove(attempt.id());
    opportunistic.waiting -= isQueued ? 1 : 0;
    return isQueued;
  }

  /** Its node says that the attempt runs. */
  void started(Attempt attempt) {
    opportunistic.started += leaves(attempt) ? 1 : 0;
  }

  /** The attempt has ended after so long; whoever reported no start has started all the same. */
  void finished(Attempt attempt, Outcome outcome, long ranNs) {
    if (leaves(attempt)) {
      opportunistic.started++;
      opportunistic.lostNs -= ranNs;
    }
    if (outcome == Outcome.EVICTED) {
      opportunistic.started--;
      opportunistic.lostNs += ranNs;
    }
  }

  /** The attempt is over without having started, as far as anybody knows. */
  void ended(Attempt attempt) {
    var _ = leaves(attempt);
  }

  int waiting(Tier tier) {
    return of(tier).waiting;
  }

  /** What came of the tasks of this tier since it was asked last. */
  TierSample take(Tier tier) {
    return of(tier).take();
  }
}
