package dev.muster.sim.fault;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Role;
import dev.muster.sim.drive.Network;

/** A network that does what a {@link FaultPlan} says, and works once it has healed. */
public final class FaultyNetwork implements Network {

  private static final long BASE_NS = 200_000;
  private static final long JITTER_NS = 800_000;

  private final FaultPlan plan;
  private final Fault.Injector injector;
  private final Chance chance;
  private final long slowLogNs;

  /**
   * @param injector is asked about every fault
   */
  public FaultyNetwork(FaultPlan plan, Fault.Injector injector) {
    this.plan = plan;
    this.injector = injector;
    this.chance = Chance.of(plan.seed(), "network");
    this.slowLogNs = plan.slowLogNs();
  }

  @Override
  public long arrivalNs(long nowNs, Address<?> from, Address<?> to) {
    if (healed(nowNs)) {
      return nowNs + usualDelayNs(nowNs, from, to);
    }
    if (isCut(nowNs, from, to) && injector.injects(Fault.MESSAGE_CUT_OFF)) {
      return LOST;
    }
    if (chance.nextDouble() < plan.loss() && injector.injects(Fault.MESSAGE_LOST)) {
      return LOST;
    }
    return nowNs + delayNs(nowNs, from, to);
  }

  @Override
  public long copyArrivalNs(long nowNs, Address<?> from, Address<?> to) {
    boolean copies =
        !healed(nowNs)
            && !isCut(nowNs, from, to)
            && chance.nextDouble() < plan.copies()
            && injector.injects(Fault.MESSAGE_COPIED);
    return copies ? nowNs + delayNs(nowNs, from, to) : LOST;
  }

  @Override
  public long commitNs(long nowNs) {
    long usualNs = Network.super.commitNs(nowNs);
    boolean isSlow = slowLogNs > 0 && !healed(nowNs) && injector.injects(Fault.LOG_SLOW);
    return isSlow ? usualNs + slowLogNs : usualNs;
  }

  private boolean healed(long nowNs) {
    return nowNs >= plan.healNs();
  }

  private boolean isCut(long nowNs, Address<?> from, Address<?> to) {
    for (var cut : plan.cuts()) {
      if (cut.parts(nowNs, from, to)) {
        return true;
      }
    }
    return false;
  }

  private long delayNs(long nowNs, Address<?> from, Address<?> to) {
    boolean late = chance.nextDouble() < plan.delays() && injector.injects(Fault.MESSAGE_LATE);
    return usualDelayNs(nowNs, from, to) + (late ? chance.nextLong(plan.maxDelayNs()) : 0);
  }

  private long usualDelayNs(long nowNs, Address<?> from, Address<?> to) {
    double factor = slowness(nowNs, from) * slowness(nowNs, to);
    return Math.round((BASE_NS + chance.nextLong(JITTER_NS)) * factor);
  }

  private double slowness(long nowNs, Address<?> actor) {
    return actor.role() == Role.NODE ? plan.slownessOf(actor.index(), nowNs) : 1;
  }
}
