package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.monitor.MonitorConfig.Policing;
import dev.muster.core.monitor.MonitorConfig.Shedding;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import dev.muster.sim.drive.CellSpec.Sharing;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What shapes the load of opportunistic tasks: limits of nodes, quotas, eviction. */
final class HybridShapingTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);
  private static final int NODES = 8;
  private static final Resources NODE = UNIT.times(4);

  private LongSupplier clock = () -> 0;
  private final Promises promises =
      new Promises(Collections.nCopies(NODES, NODE), List.of(), () -> clock.getAsLong());

  /** Counts what comes back, and the opportunistic attempts under way. */
  private static final class Shaped implements Observer {
    private int shed;
    private double leastShare = 1;
    private long leastShedAboveNs = Long.MAX_VALUE;
    private final TreeSet<Long> underWay = new TreeSet<>();
    private int most;

    @Override
    public void sent(Address<?> to, Event event) {
      switch (event) {
        case PlaceTask place when place.demand().isOpportunistic() -> {
          underWay.add(place.reservation());
          most = Math.max(most, underWay.size());
        }
        case SetOpportunisticLimits limits -> {
          leastShare = Math.min(leastShare, limits.cpuShare());
          leastShedAboveNs = Math.min(leastShedAboveNs, limits.shedAboveNs());
        }
        default -> {} // of no concern
      }
    }

    @Override
    public void delivered(Address<?> to, Event event) {
      switch (event) {
        case ReservationReturned back -> {
          underWay.remove(back.reservation());
          shed += back.reason() == ReturnReason.SHED ? 1 : 0;
        }
        case TaskFinished finished -> underWay.remove(finished.reservation());
        default -> {} // of no concern
      }
    }
  }

  private final Shaped shaped = new Shaped();

  private SimCell cell(HybridOptions options, MonitorConfig monitor) {
    var spec =
        CellSpec.of(7, NODES, NODE).withSharing(Sharing.standard().with(options)).with(monitor);
    var cell =
        new SimCell(
            spec,
            Masters.Group.ALONE,
            SchedulerMaker.PRODUCTION,
            NodeMaker.PRODUCTION,
            new Network.Fixed(MS),
            (_, work) -> (work.stage() == 0 ? 400 + 300L * (work.index() % 9) : 2_000) * MS,
            _ -> 0,
            promises.and(shaped),
            _ -> {});
    clock = cell.simulation()::nowNs;
    return cell;
  }

  private static JobSpec job(String policy, int tasks) {
    var stage = StageSpec.of("a", tasks, UNIT, List.of("modelled")).withEstimate(S);
    return JobSpec.of("job", stage).withPolicy(policy);
  }

  private void runToEnd(SimCell cell, int jobs) {
    cell.simulation().runUntil(200 * S);
    promises.verifyAllEnded();
    assertThat(promises.ends().values())
        .hasSize(jobs)
        .allMatch(report -> report.state() == JobState.SUCCEEDED);
  }

  private AttemptKinds kinds() {
    return promises.ends().values().stream()
        .map(JobReport::stages)
        .flatMap(List::stream)
        .map(StageReport::kinds)
        .reduce(AttemptKinds.NONE, AttemptKinds::and);
  }

  /** Tasks have no retries: whatever cost one would fail its job. */
  @Test
  void whatIsEvictedByContainersCostsNoAttemptAndIsCountedAsWasted() {
    var cell = cell(HybridOptions.ONLY_Q, MonitorConfig.OFF);
    cell.submit(S, "short", job(JobSpec.HYBRID, 120));
    for (int number = 0; number < 5; number++) {
      cell.submit((2 + number) * S + 100 * MS, "c-" + number, job(JobSpec.CENTRAL, 20));
    }
    runToEnd(cell, 6);
    assertThat(kinds().evicted()).isGreaterThan(10);
    assertThat(kinds().wastedNs()).isGreaterThan(S);
  }

  @Test
  void nodesShedWhatWaitsTooLong() {
    var monitor = new MonitorConfig(new Shedding(0.5, 100 * MS), Policing.OFF);
    var cell = cell(HybridOptions.ONLY_Q, monitor);
    for (int number = 0; number < 6; number++) {
      cell.submit(S + number * (700 * MS), "q-" + number, job(JobSpec.HYBRID, 60));
    }
    runToEnd(cell, 6);
    assertThat(shaped.shed).isPositive();
    assertThat(shaped.leastShedAboveNs).isLessThan(10 * S);
  }

  @Test
  void theForecastLeavesOpportunisticTasksAPart() {
    var monitor = new MonitorConfig(Shedding.OFF, new Policing(5 * S, 20 * S, 1));
    var cell = cell(HybridOptions.HALF_Q, monitor);
    for (int number = 0; number < 30; number++) {
      cell.submit((1 + number) * S, "h-" + number, job(JobSpec.HYBRID, 20));
    }
    runToEnd(cell, 30);
    assertThat(shaped.leastShare).isLessThan(0.9);
  }

  @Test
  void aJobHasNoMoreOpportunisticTasksThanItsQuotaAllows() {
    var cell = cell(HybridOptions.ONLY_Q, MonitorConfig.OFF);
    var queue = QueueSpec.of("root.q").with(OpportunisticQuota.atMost(5));
    cell.changeQueues(MS, 1, QueueTree.of(queue));
    cell.submit(4 * S, "q", job(JobSpec.HYBRID, 60).withQueue("root.q").withUser("ann"));
    runToEnd(cell, 1);
    assertThat(shaped.most).isEqualTo(5);
  }
}
