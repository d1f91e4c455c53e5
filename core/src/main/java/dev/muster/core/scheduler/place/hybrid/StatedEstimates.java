package dev.muster.core.scheduler.place.hybrid;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether the owners of jobs state how long their tasks take. What counts is the estimate in the
 * job file, against what tasks took that succeeded: whoever says too little has tasks queued before
 * those of others, at nodes that expect to be done soon.
 *
 * <p>Each stage has one vote, the median of its tasks, for one mistake makes all of them wrong; an
 * owner is judged by the median of the latest votes. So errors that go both ways are no reason. It
 * is lost with the scheduler, and then learned anew.
 */
final class StatedEstimates {

  /** How many owners are remembered; the one that was longest not heard of goes first. */
  static final int MAX_OWNERS = 10_000;

  /** How many votes of an owner count. */
  static final int WINDOW = 32;

  /** With fewer votes nobody is distrusted. */
  static final int MIN_VOTES = 16;

  /** Owners whose tasks take so many times as long as stated are distrusted … */
  static final double DISTRUST_ABOVE = 2;

  /** … until they take less than so many times as long. */
  static final double TRUST_BELOW = 1.5;

  private static final class Owner {
    private final double[] votes = new double[WINDOW];
    private int noted;
    private boolean distrusted;

    private void note(double vote) {
      votes[noted % WINDOW] = vote;
      noted = noted + 1 == 2 * WINDOW ? WINDOW : noted + 1; // full from the first round on
      double ratio = ratio();
      distrusted = count() >= MIN_VOTES && ratio > (distrusted ? TRUST_BELOW : DISTRUST_ABOVE);
    }

    private int count() {
      return Math.min(noted, WINDOW);
    }

    private double ratio() {
      return StrictMath.exp(median(votes, count()));
    }
  }

  private final Map<String, Owner> owners = new LinkedHashMap<>();

  /** The tasks of a stage took so many times as long as stated, by the logarithm of that. */
  void note(String owner, double vote) {
    var before = owners.remove(owner);
    if (before == null && owners.size() == MAX_OWNERS) {
      owners.remove(owners.keySet().iterator().next());
    }
    var known = before == null ? new Owner() : before;
    known.note(vote);
    owners.put(owner, known);
  }

  boolean isDistrusted(String owner) {
    var known = owners.get(owner);
    return known != null && known.distrusted;
  }

  /** How many times as long as stated tasks of the owner take; 1 where nothing is known. */
  double ratio(String owner) {
    var known = owners.get(owner);
    return known == null ? 1 : known.ratio();
  }

  int size() {
    return owners.size();
  }

  /** Of the first so many values, of which there is at least one. */
  static double median(double[] values, int count) {
    var sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  }
}
