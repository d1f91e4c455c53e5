package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import java.util.Arrays;

/**
 * Batch sampling after Sparrow: for m tasks, ratio × m nodes drawn at random, all different as long
 * as there are enough. By default reservations wait there, and whichever node is free first gets a
 * task; the other ways are those that Sparrow is compared with.
 *
 * <p>Draws and throws away what does not fit or was drawn before; when too many draws miss, because
 * few nodes qualify or nearly all are wanted, lists those that fit and shuffles them.
 */
public final class Sampled implements Policy {

  /** What becomes of the nodes that were drawn. */
  public enum Way {
    /** Late binding: a reservation at each. */
    LATE(Approach.RESERVE),
    /** The m least busy of all that were drawn get a task each. */
    BATCH(Approach.PROBE),
    /** Each task goes to the least busy of those that were drawn for it alone. */
    PER_TASK(Approach.PROBE),
    /** Each task goes to the one node that was drawn for it. */
    RANDOM(Approach.SEND);

    private final Approach approach;

    Way(Approach approach) {
      this.approach = approach;
    }
  }

  public static final String NAME = JobSpec.SAMPLED;
  public static final double DEFAULT_RATIO = 2;

  /** Draws per reservation before giving up on drawing. */
  private static final int DRAWS_PER_RESERVATION = 4;

  /** So that 1.1 × 50 is 55 and not 56. */
  private static final double ROUNDING = 1e-9;

  private final Way way;
  private final double ratio;
  private final Extras extras;
  private final Chance chance;
  private final Occupation occupation = new Occupation();
  private final IntList fitting = new IntList();
  private final IntList taken = new IntList();
  private int[] lastDrawnIn = new int[0];
  private int round;

  /** With late binding. */
  public Sampled(double ratio, Chance chance) {
    this(Way.LATE, ratio, chance);
  }

  /** As in the paper. */
  public Sampled(Way way, double ratio, Chance chance) {
    this(way, ratio, Extras.PLAIN, chance);
  }

  /**
   * @param ratio how many nodes are drawn per task; fractions are rounded up over all tasks of a
   *     batch
   */
  public Sampled(Way way, double ratio, Extras extras, Chance chance) {
    if (!(ratio >= 1)) {
      throw new IllegalArgumentException("probe ratio must be at least 1: " + ratio);
    }
    this.way = way;
    this.ratio = way == Way.RANDOM ? 1 : ratio;
    this.extras = extras;
    this.chance = chance;
  }

  @Override
  public Extras extras() {
    return extras;
  }

  @Override
  public boolean hearTaken(long nowNs, int node, long forNs) {
    return extras.avoidNs() > 0 && occupation.hear(nowNs, node, forNs);
  }

  private boolean avoids(long nowNs, int node) {
    return extras.avoidNs() > 0 && occupation.isTaken(nowNs, node);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Approach approach() {
    return way.approach;
  }

  @Override
  public int drawsFor(int tasks) {
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(ratio * tasks - ROUNDING));
  }

  @Override
  public void pick(int tasks, int[] loads, IntList picked) {
    picked.clear();
    if (way == Way.BATCH) {
      pickLeast(tasks, loads, picked);
    } else {
      for (int task = 0; task < tasks; task++) {
        pickLeastOf(drawsFor(task), Math.min(drawsFor(task + 1), loads.length), loads, picked);
      }
    }
  }

  /** The least busy of all; those drawn first stay first among equals. */
  private static void pickLeast(int tasks, int[] loads, IntList picked) {
    long[] keys = new long[loads.length];
    for (int at = 0; at < keys.length; at++) {
      keys[at] = ((long) loads[at] << Integer.SIZE) | at;
    }
    Arrays.sort(keys);
    for (int i = 0; i < Math.min(tasks, keys.length); i++) {
      int at = (int) keys[i];
      if (loads[at] != SILENT) {
        picked.add(at);
      }
    }
  }

  private static void pickLeastOf(int from, int until, int[] loads, IntList picked) {
    int least = -1;
    for (int at = from; at < until; at++) {
      if (loads[at] != SILENT && (least < 0 || loads[at] < loads[least])) {
        least = at;
      }
    }
    if (least >= 0) {
      picked.add(least);
    }
  }

  @Override
  public void choose(long nowNs, View view, Resources need, int count, IntList chosen) {
    chosen.clear();
    if (view.size() == 0) {
      return;
    }
    if (count <= view.size() / 2) {
      draw(nowNs, view, need, count, chosen);
    }
    if (chosen.size() < count) {
      chosen.clear();
      deal(nowNs, view, need, count, chosen);
    }
  }

  @Override
  public void choose(long nowNs, IntList candidates, int count, IntList chosen) {
    chosen.clear();
    fitting.clear();
    taken.clear();
    for (int i = 0; i < candidates.size(); i++) {
      sort(nowNs, candidates.at(i));
    }
    deal(fitting, count, chosen);
    deal(taken, count, chosen);
  }

  private void sort(long nowNs, int node) {
    (avoids(nowNs, node) ? taken : fitting).add(node);
  }

  private void draw(long nowNs, View view, Resources need, int count, IntList chosen) {
    startRound(view.size());
    int draws = count * DRAWS_PER_RESERVATION;
    while (chosen.size() < count && draws-- > 0) {
      int at = chance.nextInt(view.size());
      if (lastDrawnIn[at] != round && view.fits(at, need) && !avoids(nowNs, view.node(at))) {
        lastDrawnIn[at] = round;
        chosen.add(view.node(at));
      }
    }
  }

  private void startRound(int nodes) {
    if (lastDrawnIn.length < nodes) {
      lastDrawnIn = new int[nodes];
      round = 0;
    }
    round++;
  }

  /** Shuffled rounds over all nodes that fit, so that none has two more than another. */
  private void deal(long nowNs, View view, Resources need, int count, IntList chosen) {
    fitting.clear();
    taken.clear();
    for (int at = 0; at < view.size(); at++) {
      if (view.fits(at, need)) {
        sort(nowNs, view.node(at));
      }
    }
    while (chosen.size() < count && !(fitting.isEmpty() && taken.isEmpty())) {
      deal(fitting, count, chosen);
      deal(taken, count, chosen);
    }
  }

  private void deal(IntList nodes, int count, IntList chosen) {
    int dealt = Math.min(count - chosen.size(), nodes.size());
    for (int i = 0; i < dealt; i++) {
      nodes.swap(i, i + chance.nextInt(nodes.size() - i));
      chosen.add(nodes.at(i));
    }
  }
}
