package dev.muster.model;

/**
 * What a node needs to know of a task in order to give it its turn.
 *
 * @param estimateNs how long it is expected to run; 0 where nobody said
 * @param user whose share it counts against
 * @param job the number of its job
 * @param jobSubmittedNs when its job was submitted, for orders that go by the age of jobs
 * @param priority higher goes first where the order has priorities
 * @param weight how much of a share it has among its like; 1 is ordinary
 * @param grant what covers it, for nodes that want to see that; empty where nothing need
 */
public record Demand(
    Resources resources,
    Tier tier,
    Admission admission,
    long estimateNs,
    String user,
    long job,
    long jobSubmittedNs,
    int priority,
    double weight,
    String grant) {

  /** A guaranteed task that waits its turn and says nothing else of itself. */
  public static Demand of(Resources resources) {
    return new Demand(resources, Tier.GUARANTEED, Admission.QUEUED, 0, "", 0, 0, 0, 1, "");
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
        user,
        job,
        jobSubmittedNs,
        priority,
        weight,
        grant);
  }

  public Demand with(Admission other) {
    return new Demand(
        resources, tier, other, estimateNs, user, job, jobSubmittedNs, priority, weight, grant);
  }

  public Demand withEstimate(long ns) {
    return new Demand(
        resources, tier, admission, ns, user, job, jobSubmittedNs, priority, weight, grant);
  }

  public Demand withUser(String name, double itsWeight) {
    return new Demand(
        resources,
        tier,
        admission,
        estimateNs,
        name,
        job,
        jobSubmittedNs,
        priority,
        itsWeight,
        grant);
  }

  public Demand withJob(long number, long submittedNs) {
    return new Demand(
        resources, tier, admission, estimateNs, user, number, submittedNs, priority, weight, grant);
  }

  public Demand withPriority(int level) {
    return new Demand(
        resources, tier, admission, estimateNs, user, job, jobSubmittedNs, level, weight, grant);
  }

  /** The same with the right to its room that this grant gives. */
  public Demand guaranteedBy(String token) {
    return new Demand(
        resources,
        Tier.GUARANTEED,
        admission,
        estimateNs,
        user,
        job,
        jobSubmittedNs,
        priority,
        weight,
        token);
  }

  public Demand withGrant(String token) {
    return new Demand(
        resources, tier, admission, estimateNs, user, job, jobSubmittedNs, priority, weight, token);
  }
}
