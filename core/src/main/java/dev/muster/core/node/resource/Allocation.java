package dev.muster.core.node.resource;

import dev.muster.core.actor.Lifecycle;
import dev.muster.model.Demand;
import dev.muster.model.Resources;

/**
 * What one process has of the machine, from its start to its exit. {@link ResourceLedger} changes
 * the state and counts the amounts together.
 *
 * <pre>
 *   use --> IN_USE --revoke--> REVOKED
 *           |    ^               ^
 *     pause v    | resume        |
 *           PAUSED --------------+
 * </pre>
 *
 * <p>From each of them the process may exit: RELEASED. A revoked allocation is reserved for others
 * already, and in use until its process has exited.
 */
public final class Allocation {

  /** The states of an allocation. */
  public enum AllocationState implements Lifecycle.State<AllocationState> {
    /** A process runs with all of it. */
    IN_USE,
    /** The process is frozen: cpu is given back, the rest is kept. */
    PAUSED,
    /** No longer reserved; the process was sent the signal to exit. */
    REVOKED,
    RELEASED;

    @Override
    public boolean mayBecome(AllocationState next) {
      return switch (this) {
        case IN_USE -> next == PAUSED || next == REVOKED || next == RELEASED;
        case PAUSED -> next == IN_USE || next == REVOKED || next == RELEASED;
        case REVOKED -> next == RELEASED;
        case RELEASED -> false;
      };
    }
  }

  private Demand demand;
  AllocationState state = AllocationState.IN_USE;

  /** What the process has. */
  Resources inUse;

  Allocation(Demand demand) {
    this.demand = demand;
    this.inUse = demand.resources();
  }

  public Demand demand() {
    return demand;
  }

  public Resources need() {
    return demand.resources();
  }

  public boolean isOpportunistic() {
    return demand.isOpportunistic();
  }

  public boolean isPaused() {
    return state == AllocationState.PAUSED;
  }

  public boolean isRevoked() {
    return state == AllocationState.REVOKED;
  }

  /** What the process has: no cpu where it is frozen. */
  public Resources inUse() {
    return inUse;
  }

  /** The task is expected to take another time. */
  public void refine(long estimateNs) {
    demand = demand.withEstimate(estimateNs);
  }

  void guaranteeBy(String grant) {
    demand = demand.guaranteedBy(grant);
  }
}
