package dev.muster.sim.experiment.mercury;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.model.Tier;
import java.util.function.LongSupplier;

/** Counts from outside what becomes of tasks at the nodes, within a window. */
final class LoopLedger implements Observer {

  private record RunningTask(long sinceNs, Tier tier) {}

  private final LongMap<RunningTask> running = new LongMap<>();
  private LongSupplier clock = () -> 0;
  private long fromNs = Long.MAX_VALUE;
  private long untilNs = Long.MAX_VALUE;

  /** Tasks that have succeeded, ever. */
  long everEnded;

  long ended;
  long launched;
  long shed;
  long evicted;

  /** What opportunistic tasks used that succeeded, that were evicted, and what guaranteed used. */
  double usefulNs;

  double wastedNs;
  double guaranteedNs;

  void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  void count(long windowFromNs, long windowUntilNs) {
    fromNs = windowFromNs;
    untilNs = windowUntilNs;
  }

  private boolean counts() {
    long nowNs = clock.getAsLong();
    return nowNs >= fromNs && nowNs < untilNs;
  }

  @Override
  public void launched(int node, Launch launch) {
    running.put(launch.run(), new RunningTask(clock.getAsLong(), launch.demand().tier()));
    launched += counts() ? 1 : 0;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case RunExited exit -> exited(exit);
      case ReservationReturned returned ->
          shed += counts() && returned.reason() == ReturnReason.SHED ? 1 : 0;
      default -> {} // not counted
    }
  }

  private void exited(RunExited exit) {
    var task = running.remove(exit.run());
    if (task == null) {
      return;
    }
    boolean succeeded = exit.result().succeeded();
    everEnded += succeeded ? 1 : 0;
    if (!counts()) {
      return;
    }
    ended += succeeded ? 1 : 0;
    double ns = clock.getAsLong() - Math.max(fromNs, task.sinceNs);
    if (task.tier == Tier.GUARANTEED) {
      guaranteedNs += ns;
    } else if (succeeded) {
      usefulNs += ns;
    } else {
      wastedNs += ns;
      evicted += 1;
    }
  }
}
