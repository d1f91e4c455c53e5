package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import org.jspecify.annotations.Nullable;

/** One attempt under way. */
public final class Run {

  private static final long NOT_FROZEN = Long.MAX_VALUE;

  private final long id;
  private final Work work;
  private final Address<SchedulerEvent> scheduler;
  private final long startedNs;
  private Demand demand;

  /** Why it is being ended, once it is. */
  @Nullable Outcome ending;

  /** Whether its room is promised to somebody else already. */
  private boolean evicted;

  /** Since when it stands still; {@link #NOT_FROZEN} where it does not. */
  private long frozenNs = NOT_FROZEN;

  /** When its time is up, and once it is being ended, when its grace is. */
  long dueNs = Long.MAX_VALUE;

  public Run(Launch launch, Address<SchedulerEvent> scheduler, long startedNs) {
    this.id = launch.run();
    this.work = launch.work();
    this.scheduler = scheduler;
    this.startedNs = startedNs;
    this.demand = launch.demand();
  }

  public long id() {
    return id;
  }

  public Address<SchedulerEvent> scheduler() {
    return scheduler;
  }

  public Work work() {
    return work;
  }

  public Demand demand() {
    return demand;
  }

  public Resources need() {
    return demand.resources();
  }

  /** What it takes of the machine now: no cpu where it stands still. */
  public Resources held() {
    return isFrozen() ? need().withoutCpu() : need();
  }

  public boolean isFrozen() {
    return frozenNs != NOT_FROZEN;
  }

  public boolean isFrozenSince(long ns) {
    return frozenNs <= ns;
  }

  public void freeze(long nowNs) {
    frozenNs = nowNs;
  }

  /** It goes on; the time that it stood still does not count. */
  void thaw(long nowNs) {
    if (dueNs != Long.MAX_VALUE) {
      dueNs += nowNs - frozenNs;
    }
    frozenNs = NOT_FROZEN;
  }

  /** Whether its time does not pass. */
  boolean isStill() {
    return isFrozen() && ending == null;
  }

  public long startedNs() {
    return startedNs;
  }

  public boolean isEnding() {
    return ending != null;
  }

  public boolean isEvicted() {
    return evicted;
  }

  /** Its end has begun, for this reason unless there is one already. */
  void evict() {
    evicted = true;
    if (ending == null) {
      ending = Outcome.EVICTED;
    }
  }

  /** From now on it is not evicted. */
  public void promote(String grant) {
    demand = demand.guaranteedBy(grant);
  }
}
