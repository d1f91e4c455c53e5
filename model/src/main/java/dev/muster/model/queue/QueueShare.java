package dev.muster.model.queue;

/**
 * How much of the cell a queue and those below it have.
 *
 * @param guaranteed at least this, for as long as there is work for it; part of what the queue
 *     above is guaranteed
 * @param max never more than this; any amount of what is not named
 * @param weight among siblings, in sharing what is left beyond guarantees
 */
public record QueueShare(Portions guaranteed, Portions max, double weight) {

  /** Without guarantee or limit. */
  public static final QueueShare EVEN = new QueueShare(Portions.NONE, Portions.NONE, 1);

  public QueueShare withGuaranteed(Portion... each) {
    return new QueueShare(Portions.of(each), max, weight);
  }

  public QueueShare withMax(Portion... each) {
    return new QueueShare(guaranteed, Portions.of(each), weight);
  }

  public QueueShare withWeight(double other) {
    return new QueueShare(guaranteed, max, other);
  }
}
