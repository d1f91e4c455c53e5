package dev.muster.sim.experiment.compare;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.model.JobSpec;
import dev.muster.sim.drive.Network;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * A network on whose way to the central scheduler requests wait until it has thought about those
 * before and about themselves. Production has the master think in no time; here a decision takes as
 * long whoever makes it, and there is but one that makes it centrally. What the master does besides
 * is not delayed.
 */
final class CentralThinking implements Network, Observer {

  /** How far the central scheduler is with a stage. */
  private static final class StageThought {
    private long lastClaim;
    private long doneNs;
  }

  private final long delayNs;
  private final Thinking thinking;
  private final LongMap<JobSpec> jobs = new LongMap<>();
  private final LongMap<StageThought> stages = new LongMap<>();
  private LongSupplier clock = () -> 0;
  private long busyUntilNs;

  /** Of the message that is being sent. */
  private long extraNs;

  /**
   * @param delayNs of every message
   */
  CentralThinking(long delayNs, Thinking thinking) {
    this.delayNs = delayNs;
    this.thinking = thinking;
  }

  void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    extraNs = 0;
    if (event instanceof AssignJob plan) {
      jobs.put(plan.job(), plan.spec());
    } else if (event instanceof RequestContainers ask) {
      extraNs = waitNs(ask.request());
    }
  }

  /** Only tasks that no earlier request had are thought about. */
  private long waitNs(ContainerRequest request) {
    long nowNs = clock.getAsLong();
    long key = request.job() << 16 | request.stage();
    var stage = stages.find(key);
    long thoughtNs = 0;
    var job = Objects.requireNonNull(jobs.find(request.job()));
    if (stage == null) {
      stage = new StageThought();
      stages.put(key, stage);
      thoughtNs = thinking.ns(job, 0);
    }
    long known = stage.lastClaim;
    long added = request.claims().stream().filter(claim -> claim > known).count();
    if (added > 0) {
      stage.lastClaim = request.claims().stream().mapToLong(claim -> claim).max().orElse(known);
      thoughtNs += thinking.ns(job, added) - thinking.ns(job, 0);
      busyUntilNs = Math.max(busyUntilNs, nowNs) + thoughtNs;
      stage.doneNs = busyUntilNs;
    }
    return Math.max(0, stage.doneNs - nowNs);
  }

  @Override
  public long arrivalNs(long nowNs, Address<?> from, Address<?> to) {
    return nowNs + delayNs + extraNs;
  }
}
