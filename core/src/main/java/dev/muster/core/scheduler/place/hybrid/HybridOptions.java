package dev.muster.core.scheduler.place.hybrid;

/**
 * The settings of the policy {@code hybrid}, hybrid-GQ of Mercury; {@code central} is {@link
 * #ONLY_G}.
 *
 * @param belowNs t_d: tasks that are expected to take less may be opportunistic
 * @param share p_q: how many of those are, from 0 to 1
 * @param top the nodes with the smallest ranks, to one of which an opportunistic task goes
 * @param objectives for which stages all tasks are guaranteed
 * @param promoteAfterNs an opportunistic task that has run for so long is to be promoted; {@link
 *     #NEVER} for none
 * @param adaptation what schedulers change of this by what they measure
 */
public record HybridOptions(
    long belowNs,
    double share,
    TopNodes top,
    Objectives objectives,
    long promoteAfterNs,
    Adaptation adaptation) {

  public static final long NEVER = Long.MAX_VALUE;

  private static final long S = 1_000_000_000;

  /** All tasks in containers. */
  public static final HybridOptions ONLY_G = of(NEVER, 0);

  /** All tasks opportunistic whose length is known. */
  public static final HybridOptions ONLY_Q = of(NEVER, 1);

  /** The settings of the paper. */
  public static final HybridOptions HALF_Q = of(NEVER, 0.5);

  public static final HybridOptions SHORT_5_Q = of(5 * S, 1);

  public static final HybridOptions SHORT_10_70_Q = of(10 * S, 0.7);

  /** Of production. */
  public static final HybridOptions STANDARD = SHORT_10_70_Q.with(Adaptation.STANDARD);

  public HybridOptions {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be between 0 and 1: " + share);
    }
  }

  /**
   * The best nodes by rank.
   *
   * @param count k
   * @param part of the nodes that a stage may use that they are at the most, above 0 to 1; two in
   *     any case
   * @param countsSent whether a scheduler adds to the rank of a node what it has sent there since
   *     the node reported: without that, as in the paper, all of a job goes to the same k nodes
   */
  public record TopNodes(int count, double part, boolean countsSent) {

    /** As many as one interval of reports has tasks for in a cell of some thousand nodes. */
    public static final TopNodes STANDARD = new TopNodes(64, 0.1, true);

    /** So few in any case. */
    static final int LEAST = 2;

    public TopNodes {
      if (count < 1 || !(part > 0 && part <= 1)) {
        throw new IllegalArgumentException(
            "count must be at least 1, part above 0 and at most 1: " + count + ", " + part);
      }
    }

    /** As in the paper: by rank alone, in a cell of any size. */
    public static TopNodes plain(int count) {
      return new TopNodes(count, 1, false);
    }

    int of(int nodes) {
      return Math.min(count, Math.max(LEAST, (int) (nodes * part)));
    }
  }

  /** Without objectives, promotion and adaptation, as in the paper. */
  public static HybridOptions of(long belowNs, double share) {
    return new HybridOptions(
        belowNs, share, TopNodes.STANDARD, Objectives.NONE, NEVER, Adaptation.NONE);
  }

  /**
   * What schedulers change by what they measure.
   *
   * @param steers whether t_d and p_q are moved to where both tiers lose as much; those given are
   *     where that begins
   * @param distrusts whether the tasks of owners are guaranteed who state less than these take
   */
  public record Adaptation(boolean steers, boolean distrusts) {

    public static final Adaptation NONE = new Adaptation(false, false);

    public static final Adaptation STANDARD = new Adaptation(true, true);

    public Adaptation withSteering() {
      return new Adaptation(true, distrusts);
    }

    public Adaptation withDistrust() {
      return new Adaptation(steers, true);
    }
  }

  /**
   * For which stages all tasks are guaranteed, whatever they are expected to take.
   *
   * @param services whether for those of services, which are there to stay
   * @param lateFrom for those so far in the graph of their job, by the number of stages one after
   *     the other, from 0 to 1; above 1 for none
   * @param progressFrom once so many of the tasks of their job have succeeded, from 0 to 1; above 1
   *     for never
   */
  public record Objectives(boolean services, double lateFrom, double progressFrom) {

    private static final double NEVER = 2;

    public static final Objectives NONE = new Objectives(false, NEVER, NEVER);

    public Objectives withServices() {
      return new Objectives(true, lateFrom, progressFrom);
    }

    public Objectives withLateFrom(double position) {
      return new Objectives(services, position, progressFrom);
    }

    public Objectives withProgressFrom(double part) {
      return new Objectives(services, lateFrom, part);
    }
  }

  public HybridOptions with(TopNodes other) {
    return new HybridOptions(belowNs, share, other, objectives, promoteAfterNs, adaptation);
  }

  public HybridOptions withTopNodes(int count) {
    return with(new TopNodes(count, top.part, top.countsSent));
  }

  public HybridOptions with(Objectives other) {
    return new HybridOptions(belowNs, share, top, other, promoteAfterNs, adaptation);
  }

  public HybridOptions withPromotionAfter(long ns) {
    return new HybridOptions(belowNs, share, top, objectives, ns, adaptation);
  }

  public HybridOptions with(Adaptation other) {
    return new HybridOptions(belowNs, share, top, objectives, promoteAfterNs, other);
  }
}
