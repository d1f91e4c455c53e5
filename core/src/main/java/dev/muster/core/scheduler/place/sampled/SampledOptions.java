package dev.muster.core.scheduler.place.sampled;

import dev.muster.model.Demand;

/**
 * How nodes are sampled, and what may be done beyond the paper.
 *
 * @param ratio how many nodes are drawn per task
 * @param sticky whether a node that was given a task gets a reservation for the next one of its
 *     stage as well, as long as tasks of it wait
 * @param avoidNs nodes where a newcomer must expect to wait so long say so, and are avoided while
 *     that lasts; 0 for not
 * @param askAhead how many reservations of a node ask for their task before there are resources for
 *     it
 * @param hedging whether more nodes are drawn while those drawn before say that they are busy
 * @param yieldNs reservations let others overtake that arrive by as much later as their stage has
 *     work left, up to this limit: the least work left goes first; 0 for first come, first served
 * @param shortNodes which nodes get no long tasks
 * @param repeats whether each node is drawn from all of them, so that some are drawn twice
 */
public record SampledOptions(
    double ratio,
    boolean sticky,
    long avoidNs,
    int askAhead,
    Hedging hedging,
    long yieldNs,
    ShortNodes shortNodes,
    boolean repeats) {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;

  /**
   * How many nodes may have a reservation of a stage at a time while the first ones are busy.
   *
   * @param least however few tasks wait
   * @param ratio per task that waits
   * @param worthNs and no more than one for so much work that waits: short tasks are not worth a
   *     long search; 0 for any number
   */
  public record Hedging(int least, double ratio, long worthNs) {

    /** What a task of unknown length is taken to be. */
    static final long ASSUMED_NS = S;

    public static final Hedging NONE = new Hedging(0, 0, 0);

    public Hedging {
      if (least < 0 || !(ratio >= 0) || worthNs < 0) {
        throw new IllegalArgumentException(
            "hedging must not be negative: " + least + ", " + ratio + ", " + worthNs);
      }
    }

    /**
     * Of so many tasks that wait.
     *
     * @param eachNs how long a task takes; 0 where that is not known
     */
    int most(int tasks, long eachNs) {
      double work = (double) tasks * (eachNs == 0 ? ASSUMED_NS : eachNs);
      double worth = worthNs == 0 ? Integer.MAX_VALUE : work / worthNs;
      return (int) Math.min(worth, Math.max(least, Math.ceil(ratio * tasks)));
    }
  }

  /**
   * A small part of the nodes is for short tasks alone, as long as others will do for long ones.
   *
   * @param every one of so many nodes; 0 for none
   * @param longNs from which estimate on a task is long
   */
  public record ShortNodes(int every, long longNs) {

    public static final ShortNodes NONE = new ShortNodes(0, 0);

    public ShortNodes {
      if (every < 0 || every == 1 || longNs < 0) {
        throw new IllegalArgumentException(
            "one of two nodes or fewer is for short tasks: " + every + ", " + longNs);
      }
    }

    /** By its number, so that all schedulers say the same. */
    boolean include(int node) {
      return every > 0 && node % every == every - 1;
    }

    boolean areClosedTo(long estimateNs) {
      return every > 0 && estimateNs >= longNs;
    }
  }

  public static final double DEFAULT_RATIO = 2;

  /** As in the paper. */
  public static final SampledOptions PLAIN =
      new SampledOptions(DEFAULT_RATIO, false, 0, 0, Hedging.NONE, 0, ShortNodes.NONE, false);

  /** What was never seen to make short jobs slower (ADR 13). */
  public static final SampledOptions STANDARD = PLAIN.withSticky();

  /** Of stages that {@code auto} samples: all that makes short jobs among long ones quicker. */
  public static final SampledOptions OF_AUTO =
      STANDARD
          .with(new Hedging(1_500, 20, 20 * MS))
          .withYield(Demand.MAX_YIELD_NS)
          .with(new ShortNodes(50, 90 * S));

  public SampledOptions withRatio(double other) {
    return new SampledOptions(
        other, sticky, avoidNs, askAhead, hedging, yieldNs, shortNodes, repeats);
  }

  public SampledOptions withSticky() {
    return new SampledOptions(
        ratio, true, avoidNs, askAhead, hedging, yieldNs, shortNodes, repeats);
  }

  public SampledOptions withAvoid(long ns) {
    return new SampledOptions(ratio, sticky, ns, askAhead, hedging, yieldNs, shortNodes, repeats);
  }

  public SampledOptions withAskAhead(int count) {
    return new SampledOptions(ratio, sticky, avoidNs, count, hedging, yieldNs, shortNodes, repeats);
  }

  public SampledOptions with(Hedging other) {
    return new SampledOptions(
        ratio, sticky, avoidNs, askAhead, other, yieldNs, shortNodes, repeats);
  }

  public SampledOptions withYield(long ns) {
    return new SampledOptions(ratio, sticky, avoidNs, askAhead, hedging, ns, shortNodes, repeats);
  }

  public SampledOptions with(ShortNodes other) {
    return new SampledOptions(ratio, sticky, avoidNs, askAhead, hedging, yieldNs, other, repeats);
  }

  public SampledOptions withRepeats() {
    return new SampledOptions(ratio, sticky, avoidNs, askAhead, hedging, yieldNs, shortNodes, true);
  }

  /**
   * Of stages that {@code auto} samples: as the operator says, where the operator says anything.
   */
  public SampledOptions ofAuto() {
    return equals(STANDARD) ? OF_AUTO : this;
  }

  boolean hedges() {
    return hedging.least() > 0 || hedging.ratio() > 0;
  }

  /** Whether anything is made of what nodes say of being busy. */
  boolean mindsBusy() {
    return avoidNs > 0 || hedges();
  }
}
