package dev.muster.model;

/**
 * What a task demands of a node, and what the node's queue goes by.
 *
 * @param estimateNs how long the task is expected to run; 0 where unknown
 * @param priority the higher goes first, where the discipline of the queue has priorities
 * @param grant the token that covers the task, for nodes that check grants; else empty
 * @param drawWeight how much an opportunistic task weighs where the node draws one to start; 0
 *     weighs as much as 1
 * @param watched whether the scheduler wants {@code AttemptsReported} of the task
 * @param yieldNs how much later a task may arrive and still overtake this one, where the node
 *     serves first come, first served; 0 for not at all, {@link #MAX_YIELD_NS} at the most
 */
public record Demand(
    Resources resources,
    Tier tier,
    Admission admission,
    long estimateNs,
    Origin origin,
    int priority,
    String grant,
    double drawWeight,
    boolean watched,
    long yieldNs) {

  /** Whatever else is asked: nobody is overtaken by what arrives an hour later. */
  public static final long MAX_YIELD_NS = 3_600_000_000_000L;

  /**
   * The user and job of a task.
   *
   * @param user whose share the task is charged to
   * @param weight of the user's share; 1 is the default
   * @param submittedNs when the job was submitted, for disciplines that go by the age of jobs
   */
  public record Origin(String user, double weight, long job, long submittedNs) {

    static final Origin UNKNOWN = new Origin("", 1, 0, 0);
  }

  /** Of a guaranteed task that is queued. */
  public static Demand of(Resources resources) {
    return new Demand(
        resources, Tier.GUARANTEED, Admission.QUEUED, 0, Origin.UNKNOWN, 0, "", 0, false, 0);
  }

  public boolean isOpportunistic() {
    return tier == Tier.OPPORTUNISTIC;
  }

  public Demand with(Tier other) {
    return new Demand(
        resources,
        other,
        admission,
        estimateNs,
        origin,
        priority,
        grant,
        drawWeight,
        watched,
        yieldNs);
  }

  public Demand with(Admission other) {
    return new Demand(
        resources, tier, other, estimateNs, origin, priority, grant, drawWeight, watched, yieldNs);
  }

  public Demand with(Origin other) {
    return new Demand(
        resources,
        tier,
        admission,
        estimateNs,
        other,
        priority,
        grant,
        drawWeight,
        watched,
        yieldNs);
  }

  public Demand with(Resources other) {
    return new Demand(
        other, tier, admission, estimateNs, origin, priority, grant, drawWeight, watched, yieldNs);
  }

  public Demand withEstimate(long ns) {
    return new Demand(
        resources, tier, admission, ns, origin, priority, grant, drawWeight, watched, yieldNs);
  }

  public Demand withUser(String name, double weight) {
    return with(new Origin(name, weight, origin.job(), origin.submittedNs()));
  }

  public Demand withJob(long number, long submittedNs) {
    return with(new Origin(origin.user(), origin.weight(), number, submittedNs));
  }

  public Demand withPriority(int level) {
    return new Demand(
        resources, tier, admission, estimateNs, origin, level, grant, drawWeight, watched, yieldNs);
  }

  public Demand withGrant(String token) {
    return new Demand(
        resources,
        tier,
        admission,
        estimateNs,
        origin,
        priority,
        token,
        drawWeight,
        watched,
        yieldNs);
  }

  public Demand withDrawWeight(double weight) {
    return new Demand(
        resources, tier, admission, estimateNs, origin, priority, grant, weight, watched, yieldNs);
  }

  /** The same, of a task whose scheduler wants to hear how it fares. */
  public Demand whileWatched() {
    return new Demand(
        resources, tier, admission, estimateNs, origin, priority, grant, drawWeight, true, yieldNs);
  }

  /** The same, which tasks that arrive so much later may overtake. */
  public Demand withYield(long ns) {
    return new Demand(
        resources, tier, admission, estimateNs, origin, priority, grant, drawWeight, watched, ns);
  }

  /** The same, guaranteed by this grant. */
  public Demand guaranteedBy(String token) {
    return with(Tier.GUARANTEED).withGrant(token);
  }
}
