package dev.muster.core.scheduler.place;

/**
 * What sampling does beyond the paper; each by itself, all off in {@link #PLAIN}.
 *
 * @param sticky whether a node that was given a task is reserved again for the next of its stage
 * @param avoidNs for how long a node must be expected to be taken to be avoided; 0 for never
 * @param reuseNs how long a node's word on how busy it is serves later rounds; 0 for never
 * @param askAhead how many reservations of a node ask for their task before there is room
 */
public record Extras(boolean sticky, long avoidNs, long reuseNs, int askAhead) {

  /** As in the paper. */
  public static final Extras PLAIN = new Extras(false, 0, 0, 0);

  /** What was never seen to make short jobs slower (ADR 13). */
  public static final Extras STANDARD = PLAIN.withSticky();

  public Extras withSticky() {
    return new Extras(true, avoidNs, reuseNs, askAhead);
  }

  public Extras withAvoid(long ns) {
    return new Extras(sticky, ns, reuseNs, askAhead);
  }

  public Extras withReuse(long ns) {
    return new Extras(sticky, avoidNs, ns, askAhead);
  }

  public Extras withAskAhead(int count) {
    return new Extras(sticky, avoidNs, reuseNs, count);
  }
}
