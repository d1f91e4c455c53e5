package dev.muster.core.scheduler.place.sampled;

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
 */
public record SampledOptions(double ratio, boolean sticky, long avoidNs, int askAhead) {

  public static final double DEFAULT_RATIO = 2;

  /** As in the paper. */
  public static final SampledOptions PLAIN = new SampledOptions(DEFAULT_RATIO, false, 0, 0);

  /** What was never seen to make short jobs slower (ADR 13). */
  public static final SampledOptions STANDARD = PLAIN.withSticky();

  public SampledOptions withRatio(double other) {
    return new SampledOptions(other, sticky, avoidNs, askAhead);
  }

  public SampledOptions withSticky() {
    return new SampledOptions(ratio, true, avoidNs, askAhead);
  }

  public SampledOptions withAvoid(long ns) {
    return new SampledOptions(ratio, sticky, ns, askAhead);
  }

  public SampledOptions withAskAhead(int count) {
    return new SampledOptions(ratio, sticky, avoidNs, count);
  }
}
