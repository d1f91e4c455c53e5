package dev.muster.sim.experiment.apollo;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import java.util.function.LongSupplier;

/**
 * Holds estimates against what comes, of tasks with tokens: how long a task would run, by the
 * estimate that it is placed with, and how long it would wait, as its node says when it arrives.
 */
final class EstimateLedger implements Observer {

  private static final double PERCENT = 100;
  private static final long NEAR_NS = 1_000_000_000;
  private static final double NEAR_SHARE = 0.25;

  /** A task on its way to its start. */
  private static final class EstimatedTask {

    private final long arrivedNs;
    private final long runNs;
    private long waitNs;
    private boolean reported;

    EstimatedTask(long arrivedNs, long runNs) {
      this.arrivedNs = arrivedNs;
      this.runNs = runNs;
    }
  }

  private final LongMap<EstimatedTask> queued = new LongMap<>();
  private LongSupplier clock = () -> 0;
  private long latestNs;
  private long waits;
  private long nearWaits;
  private long runs;
  private long nearRuns;

  void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof PlaceTask place
        && !place.demand().isOpportunistic()
        && queued.find(place.reservation()) == null) {
      var task = new EstimatedTask(clock.getAsLong(), place.demand().estimateNs());
      queued.put(place.reservation(), task);
    }
  }

  /** The first report of a task is that of its arrival. */
  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof AttemptsReported report && report.attempts().size() == 1) {
      var status = report.attempts().getFirst();
      var task = queued.find(status.reservation());
      if (task != null && !task.reported) {
        task.reported = true;
        task.waitNs = status.ns();
      }
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    latestNs = 0;
    var task = queued.remove(launch.run());
    if (task != null) {
      long waitedNs = clock.getAsLong() - task.arrivedNs;
      long expectedNs = task.reported ? task.waitNs : 0;
      waits++;
      nearWaits += Math.abs(waitedNs - expectedNs) < NEAR_NS ? 1 : 0;
      latestNs = task.runNs;
    }
  }

  /** The attempt that was launched last takes so long. */
  void takes(long durationNs) {
    if (latestNs > 0) {
      runs++;
      nearRuns += Math.abs(latestNs - durationNs) <= NEAR_SHARE * durationNs ? 1 : 0;
    }
  }

  /** Of tasks whose wait was told within a second. */
  double nearWaitPercent() {
    return PERCENT * nearWaits / Math.max(1, waits);
  }

  /** Of tasks whose time was estimated within a quarter. */
  double nearRunPercent() {
    return PERCENT * nearRuns / Math.max(1, runs);
  }
}
