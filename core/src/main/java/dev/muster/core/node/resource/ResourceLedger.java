package dev.muster.core.node.resource;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.node.resource.Allocation.AllocationState;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * What a machine has, what of it is reserved in each tier, and what processes really use.
 *
 * <p>Reserved and in use differ twice: resources are reserved before the process starts, and a
 * revoked allocation is in use until its process has exited.
 */
public final class ResourceLedger {

  private static final long CORE_MILLIS = 1_000;

  private final Lifecycle<AllocationState> lifecycle;
  private Resources capacity;
  private final ResourceSum guaranteed = new ResourceSum();
  private final ResourceSum inUse = new ResourceSum();

  /** Made for the first opportunistic task: many nodes never see one. */
  private @Nullable ResourceSum opportunistic;

  private int allocations;
  private int opportunisticAllocations;
  private long peakCpuMillis;
  private long peakMemoryBytes;
  private long changes;

  public ResourceLedger(Resources capacity, Lifecycle<AllocationState> lifecycle) {
    this.capacity = capacity;
    this.lifecycle = lifecycle;
  }

  // What fits.

  /** Whether so much more can be guaranteed, whatever opportunistic tasks have. */
  public boolean canGuarantee(Resources need) {
    return need.fitsIn(availableCpuMillis(), availableMemoryBytes())
        && (need.named().isEmpty() || need.namedFitIn(available().named()));
  }

  /** Whether an opportunistic task of this size fits beside all that is reserved. */
  public boolean hasSpare(Resources need, SpareShare share) {
    return need.fitsIn(spareCpuMillis(), spareMemoryBytes())
        && share.allows(
            capacity,
            opportunistic().cpuMillis + need.cpuMillis(),
            opportunistic().memoryBytes + need.memoryBytes())
        && !lacksNamed()
        && (need.named().isEmpty() || need.namedFitIn(spare().named()));
  }

  /** Whether a process of this size can start this moment. */
  public boolean canStart(Resources need) {
    return need.fitsIn(
            capacity.cpuMillis() - inUse.cpuMillis, capacity.memoryBytes() - inUse.memoryBytes)
        && (need.named().isEmpty() || need.namedFitIn(capacity.minus(inUse.toResources()).named()));
  }

  /** Whether opportunistic tasks have what is reserved for guaranteed ones. */
  public boolean isOvercommitted() {
    return opportunistic != null
        && !opportunistic.isZero()
        && (spareCpuMillis() < 0 || spareMemoryBytes() < 0 || lacksNamed());
  }

  private boolean lacksNamed() {
    return !capacity.named().isEmpty() && spare().isNegative();
  }

  /** How much more is reserved than there is; not positive where capacity suffices. */
  public Resources shortage() {
    return Resources.NONE.minus(spare());
  }

  // Reservations, and transitions of allocations, each with its amounts.

  /** The turn of a task has come. */
  public void reserve(Demand demand) {
    count(demand, 1);
    reserved(demand.tier()).add(demand.resources());
    notePeak();
  }

  /** The task will not start: its process never had what was reserved. */
  public void cancel(Demand demand) {
    reserved(demand.tier()).subtract(demand.resources());
    count(demand, -1);
  }

  /** The process starts, with what was reserved for it. */
  public Allocation use(Demand demand) {
    inUse.add(demand.resources());
    return new Allocation(demand);
  }

  /** The process is frozen and gives its cpu back. */
  public void pause(Allocation one) {
    change(one, AllocationState.PAUSED);
    var cpu = cpuOf(one);
    reserved(one.demand().tier()).subtract(cpu);
    inUse.subtract(cpu);
    one.inUse = one.need().withoutCpu();
  }

  /** The process goes on, where there is cpu for it. */
  public boolean resume(Allocation one, SpareShare share) {
    var cpu = cpuOf(one);
    boolean resumes = hasSpare(cpu, share.ofCpuAlone()) && canStart(cpu);
    if (resumes) {
      change(one, AllocationState.IN_USE);
      reserved(one.demand().tier()).add(cpu);
      inUse.add(cpu);
      one.inUse = one.need();
    }
    return resumes;
  }

  /** The allocation is reserved for others from now on, and in use until its process exits. */
  public void revoke(Allocation one) {
    change(one, AllocationState.REVOKED);
    reserved(one.demand().tier()).subtract(one.inUse);
  }

  /** The process has exited. */
  public void release(Allocation one) {
    if (!one.isRevoked()) {
      reserved(one.demand().tier()).subtract(one.inUse);
    }
    change(one, AllocationState.RELEASED);
    inUse.subtract(one.inUse);
    count(one.demand(), -1);
  }

  /** Makes an opportunistic allocation guaranteed, unless that would exceed the capacity. */
  public boolean promote(Allocation one, String grant) {
    boolean granted = promote(one.need());
    if (granted) {
      one.guaranteeBy(grant);
    }
    return granted;
  }

  /** Makes guaranteed what is reserved as opportunistic, unless that would exceed the capacity. */
  public boolean promote(Resources need) {
    if (!canGuarantee(need)) {
      return false;
    }
    reserved(Tier.OPPORTUNISTIC).subtract(need);
    reserved(Tier.GUARANTEED).add(need);
    notePeak();
    opportunisticAllocations--;
    return true;
  }

  public void resize(Resources to) {
    capacity = to;
    changes++;
  }

  private void notePeak() {
    peakCpuMillis = Math.max(peakCpuMillis, guaranteed.cpuMillis);
    peakMemoryBytes = Math.max(peakMemoryBytes, guaranteed.memoryBytes);
  }

  /** The most that was guaranteed at a time since this was last asked. */
  public Resources takeGuaranteedPeak() {
    var peak = new Resources(peakCpuMillis, peakMemoryBytes);
    peakCpuMillis = guaranteed.cpuMillis;
    peakMemoryBytes = guaranteed.memoryBytes;
    return peak;
  }

  private void change(Allocation one, AllocationState next) {
    one.state = lifecycle.change(one.state, next);
  }

  private static Resources cpuOf(Allocation one) {
    return one.need().minus(one.need().withoutCpu());
  }

  private void count(Demand demand, int change) {
    allocations += change;
    if (demand.isOpportunistic()) {
      opportunisticAllocations += change;
    }
  }

  private ResourceSum reserved(Tier tier) {
    if (tier == Tier.GUARANTEED) {
      changes++;
      return guaranteed;
    }
    return opportunistic();
  }

  private ResourceSum opportunistic() {
    if (opportunistic == null) {
      opportunistic = new ResourceSum();
    }
    return opportunistic;
  }

  // Numbers.

  /** Another number whenever another amount may be available. */
  public long changes() {
    return changes;
  }

  public Resources capacity() {
    return capacity;
  }

  /** What is guaranteed to nobody; below zero where the machine has shrunk. */
  public Resources available() {
    return capacity.minus(guaranteed.toResources());
  }

  /** What opportunistic tasks have reserved. */
  public Resources opportunisticUse() {
    return opportunistic == null ? Resources.NONE : opportunistic.toResources();
  }

  /** What is guaranteed, started or not. */
  public Resources guaranteed() {
    return guaranteed.toResources();
  }

  /**
   * What a usual task needs: one core, and the part of the memory that comes to a core; all of a
   * machine that has less than a core.
   */
  public Resources slot() {
    long cpuMillis = Math.min(CORE_MILLIS, capacity.cpuMillis());
    double part = cpuMillis == 0 ? 1 : (double) cpuMillis / capacity.cpuMillis();
    return new Resources(cpuMillis, (long) (capacity.memoryBytes() * part));
  }

  /** What is reserved by nobody, guaranteed or opportunistic. */
  private Resources spare() {
    return available().minus(opportunistic().toResources());
  }

  /** Whether nothing is reserved by anybody. */
  public boolean isIdle() {
    return guaranteed.isZero() && (opportunistic == null || opportunistic.isZero());
  }

  /** Whether no cpu or no memory is available. */
  public boolean isFull() {
    return availableCpuMillis() <= 0 || availableMemoryBytes() <= 0;
  }

  /** How many tasks have resources reserved or in use. */
  public int allocations() {
    return allocations;
  }

  public int opportunisticAllocations() {
    return opportunisticAllocations;
  }

  private long availableCpuMillis() {
    return capacity.cpuMillis() - guaranteed.cpuMillis;
  }

  private long availableMemoryBytes() {
    return capacity.memoryBytes() - guaranteed.memoryBytes;
  }

  private long spareCpuMillis() {
    return availableCpuMillis() - opportunistic().cpuMillis;
  }

  private long spareMemoryBytes() {
    return availableMemoryBytes() - opportunistic().memoryBytes;
  }
}
