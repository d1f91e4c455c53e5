package dev.muster.model;

/**
 * What a node needs to know of a task in order to queue it.
 *
 * @param estimateNs how long it is expected to run; 0 where nobody said
 * @param priority higher goes first where the queue's discipline has priorities
 * @param grant what covers it, for nodes that want to see that; empty where nothing need
 */
public record Demand(
    Resources resources,
    Tier tier,
    Admission admission,
    long estimateNs,
    Origin origin,
    int priority,
    String grant) {

  /**
   * Whose task it is.
   *
   * @param user whose share it counts against
   * @param weight how much of a share it has among its like; 1 is ordinary
   * @param job the number of its job
   * @param submittedNs when its job was submitted, for disciplines that go by the age of jobs
   */
  public record Origin(String user, double weight, long job, long submittedNs) {

    static final Origin UNKNOWN = new Origin("", 1, 0, 0);
  }

  /** A guaranteed task that is queued and says nothing else of itself. */
  public static Demand of(Resources resources) {
    return new Demand(resources, Tier.GUARANTEED, Admission.QUEUED, 0, Origin.UNKNOWN, 0, "");
  }

  public boolean isOpportunistic() {
    return tier == Tier.OPPORTUNISTIC;
  }

  public Demand with(Tier other) {
    return new Demand(resources, other, admission, estimateNs, origin, priority, grant);
  }

  public Demand with(Admission other) {
    return new Demand(resources, tier, other, estimateNs, origin, priority, grant);
  }

  public Demand with(Origin other) {
    return new Demand(resources, tier, admission, estimateNs, other, priority, grant);
  }

  public Demand withEstimate(long ns) {
    return new Demand(resources, tier, admission, ns, origin, priority, grant);
  }

  public Demand withUser(String name, double weight) {
    return with(new Origin(name, weight, origin.job(), origin.submittedNs()));
  }

  public Demand withJob(long number, long submittedNs) {
    return with(new Origin(origin.user(), origin.weight(), number, submittedNs));
  }

  public Demand withPriority(int level) {
    return new Demand(resources, tier, admission, estimateNs, origin, level, grant);
  }

  public Demand withGrant(String token) {
    return new Demand(resources, tier, admission, estimateNs, origin, priority, token);
  }

  /** The same with the right to its allocation that this grant gives. */
  public Demand guaranteedBy(String token) {
    return with(Tier.GUARANTEED).withGrant(token);
  }
}
