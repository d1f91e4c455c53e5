package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * Batch sampling after Sparrow: for m tasks, ratio × m nodes drawn at random, all different as long
 * as there are enough. Nodes that said they are busy are drawn only where there are no others, and
 * nodes to avoid never.
 *
 * <p>Draws and throws away what does not fit or was drawn before. When too many draws miss, because
 * few nodes qualify or nearly all are wanted, lists those that fit and shuffles them.
 */
public final class NodeSampler {

  /** Draws per reservation before giving up on drawing. */
  private static final int DRAWS_PER_RESERVATION = 4;

  /** So that 1.1 × 50 is 55 and not 56. */
  private static final double ROUNDING = 1e-9;

  private final double ratio;
  private final boolean mindsBusy;
  private final boolean repeats;
  private final CellNodes nodes;
  private final RandomGenerator chance;
  private final BusyNodes busy;
  private final IntList fitting = new IntList();
  private final IntList busyOnes = new IntList();
  private int[] lastDrawnIn = new int[0];
  private int round;

  /**
   * @param options of which the ratio, and whether nodes that said they are busy come last;
   *     fractions of nodes are rounded up over all tasks of a batch
   * @param nodes says which nodes are avoided
   */
  NodeSampler(SampledOptions options, CellNodes nodes, RandomGenerator chance) {
    if (!(options.ratio() >= 1)) {
      throw new IllegalArgumentException("probe ratio must be at least 1: " + options.ratio());
    }
    this.ratio = options.ratio();
    this.mindsBusy = options.mindsBusy();
    this.repeats = options.repeats();
    this.nodes = nodes;
    this.chance = chance;
    this.busy = new BusyNodes(options.avoidNs() > 0 ? BusyNodes.AVOIDED_NS : BusyNodes.LAST_NS);
  }

  /** One that draws so many nodes per task, and does nothing beyond the paper. */
  public NodeSampler(double ratio, CellNodes nodes, RandomGenerator chance) {
    this(SampledOptions.PLAIN.withRatio(ratio), nodes, chance);
  }

  /**
   * A node says that nothing new starts there for so long.
   *
   * @return whether that is minded, and was not known
   */
  boolean noteBusy(long nowNs, int node, long forNs) {
    return mindsBusy && busy.note(nowNs, node, forNs);
  }

  /** Whether the node comes last, as it said that it is busy. */
  boolean comesLast(long nowNs, int node) {
    return mindsBusy && busy.isBusy(nowNs, node);
  }

  /** How many nodes are drawn for so many waiting tasks, the same one several times if need be. */
  public int drawsFor(int tasks) {
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(ratio * tasks - ROUNDING));
  }

  /** One step of drawing so many of those that are left, each as likely as another. */
  boolean draws(int wanted, int left) {
    return chance.nextInt(left) < wanted;
  }

  /**
   * Draws so many nodes.
   *
   * @param chosen where the nodes go: exactly {@code count}, or none where no node will do
   */
  public void choose(long nowNs, View view, Resources need, int count, IntList chosen) {
    choose(nowNs, view, need, StageTasks.NONE_BARRED, count, chosen);
  }

  /**
   * As {@link #choose(long, View, Resources, int, IntList)}.
   *
   * @param isBarred the nodes that are not drawn
   */
  public void choose(
      long nowNs, View view, Resources need, IntPredicate isBarred, int count, IntList chosen) {
    chosen.clear();
    if (view.size() == 0) {
      return;
    }
    if (repeats) {
      drawRepeatedly(nowNs, view, need, isBarred, count, chosen);
    } else if (count <= view.size() / 2) {
      draw(nowNs, view, need, isBarred, count, chosen);
    }
    if (chosen.size() < count) {
      chosen.clear();
      deal(nowNs, view, need, isBarred, count, chosen);
    }
  }

  /**
   * Draws so many different nodes, or as many as there are; those that are busy come last.
   *
   * @param isBarred the nodes that are not drawn
   */
  void chooseOnce(
      long nowNs, View view, Resources need, IntPredicate isBarred, int count, IntList chosen) {
    chosen.clear();
    if (count <= view.size() / 2) {
      draw(nowNs, view, need, isBarred, count, chosen);
    }
    if (chosen.size() < count) {
      chosen.clear();
      sort(nowNs, view, need, isBarred);
      deal(fitting, count, chosen);
      deal(busyOnes, count, chosen);
    }
  }

  /**
   * Draws so many different nodes of these, all of which are large enough.
   *
   * @param count at most as many as there are
   */
  public void choose(long nowNs, IntList candidates, int count, IntList chosen) {
    chosen.clear();
    fitting.clear();
    busyOnes.clear();
    for (int i = 0; i < candidates.size(); i++) {
      sort(nowNs, candidates.at(i));
    }
    deal(fitting, count, chosen);
    deal(busyOnes, count, chosen);
  }

  private void sort(long nowNs, int node) {
    if (!nodes.isAvoided(node)) {
      (comesLast(nowNs, node) ? busyOnes : fitting).add(node);
    }
  }

  private void draw(
      long nowNs, View view, Resources need, IntPredicate isBarred, int count, IntList chosen) {
    startRound(view.size());
    int draws = count * DRAWS_PER_RESERVATION;
    while (chosen.size() < count && draws-- > 0) {
      int at = chance.nextInt(view.size());
      int node = view.node(at);
      if (lastDrawnIn[at] != round
          && view.fits(at, need)
          && !comesLast(nowNs, node)
          && !nodes.isAvoided(node)
          && !isBarred.test(node)) {
        lastDrawnIn[at] = round;
        chosen.add(node);
      }
    }
  }

  /** Rounds of one each: whatever was drawn before may be drawn again. */
  private void drawRepeatedly(
      long nowNs, View view, Resources need, IntPredicate isBarred, int count, IntList chosen) {
    int draws = Math.multiplyExact(count, DRAWS_PER_RESERVATION);
    while (chosen.size() < count && draws-- > 0) {
      int at = chance.nextInt(view.size());
      int node = view.node(at);
      boolean will = view.fits(at, need) && !comesLast(nowNs, node) && !nodes.isAvoided(node);
      if (will && !isBarred.test(node)) {
        chosen.add(node);
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
  private void deal(
      long nowNs, View view, Resources need, IntPredicate isBarred, int count, IntList chosen) {
    sort(nowNs, view, need, isBarred);
    while (chosen.size() < count && !(fitting.isEmpty() && busyOnes.isEmpty())) {
      deal(fitting, count, chosen);
      deal(busyOnes, count, chosen);
    }
  }

  private void sort(long nowNs, View view, Resources need, IntPredicate isBarred) {
    fitting.clear();
    busyOnes.clear();
    for (int at = 0; at < view.size(); at++) {
      if (view.fits(at, need) && !isBarred.test(view.node(at))) {
        sort(nowNs, view.node(at));
      }
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
