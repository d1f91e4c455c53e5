package dev.muster.core.place;

import dev.muster.core.flat.IntList;
import dev.muster.core.loop.Chance;
import dev.muster.model.Resources;

/**
 * Batch sampling after Sparrow: for m tasks, ratio × m reservations on nodes drawn at random, all
 * different as long as there are enough; whichever node is free first gets a task.
 *
 * <p>Draws and throws away what does not fit or was drawn before; when too many draws miss, because
 * few nodes qualify or nearly all are wanted, lists those that fit and shuffles them.
 */
public final class Sampled implements Policy {

  public static final String NAME = "sampled";
  public static final double DEFAULT_RATIO = 2;

  /** Draws per reservation before giving up on drawing. */
  private static final int DRAWS_PER_RESERVATION = 4;

  /** So that 1.1 × 50 is 55 and not 56. */
  private static final double ROUNDING = 1e-9;

  private final double ratio;
  private final Chance chance;
  private final IntList fitting = new IntList();
  private int[] lastDrawnIn = new int[0];
  private int round;

  public Sampled(double ratio, Chance chance) {
    if (!(ratio >= 1)) {
      throw new IllegalArgumentException("probe ratio must be at least 1: " + ratio);
    }
    this.ratio = ratio;
    this.chance = chance;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int reservationsFor(int tasks) {
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(ratio * tasks - ROUNDING));
  }

  @Override
  public void choose(View view, Resources need, int count, IntList chosen) {
    chosen.clear();
    if (view.size() == 0) {
      return;
    }
    if (count <= view.size() / 2) {
      draw(view, need, count, chosen);
    }
    if (chosen.size() < count) {
      chosen.clear();
      deal(view, need, count, chosen);
    }
  }

  private void draw(View view, Resources need, int count, IntList chosen) {
    startRound(view.size());
    int draws = count * DRAWS_PER_RESERVATION;
    while (chosen.size() < count && draws-- > 0) {
      int at = chance.nextInt(view.size());
      if (lastDrawnIn[at] != round && view.fits(at, need)) {
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
  private void deal(View view, Resources need, int count, IntList chosen) {
    fitting.clear();
    for (int at = 0; at < view.size(); at++) {
      if (view.fits(at, need)) {
        fitting.add(view.node(at));
      }
    }
    while (chosen.size() < count && !fitting.isEmpty()) {
      int dealt = Math.min(count - chosen.size(), fitting.size());
      for (int i = 0; i < dealt; i++) {
        fitting.swap(i, i + chance.nextInt(fitting.size() - i));
        chosen.add(fitting.at(i));
      }
    }
  }
}
