package dev.muster.sim.experiment.apollo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.Demand;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Five nodes of two slots; what counts is from 10 s to 20 s. */
class ClusterLedgerTest {

  private static final long S = 1_000_000_000;
  private static final StageSpec STAGE = StageSpec.of("s", 9, DagJobs.SLOT, List.of("modelled"));
  private static final Demand REGULAR = Demand.of(DagJobs.SLOT);
  private static final Demand IDLE = REGULAR.with(Tier.OPPORTUNISTIC);

  private final ClusterLedger ledger = new ClusterLedger(5, 2, _ -> 0);
  private long nowNs;

  ClusterLedgerTest() {
    ledger.readTimeFrom(() -> nowNs);
    ledger.count(10 * S, 20 * S);
  }

  private void at(long second) {
    nowNs = second * S;
  }

  private void place(int node, long run, Demand demand) {
    var work = new Work(3, "0", 0, STAGE, 0, "", 1);
    ledger.delivered(NodeEvent.at(node), new PlaceTask(SchedulerEvent.at(0), run, demand, work));
  }

  private void launch(int node, long run, Demand demand) {
    ledger.launched(node, new Launch(run, 0, demand, new Work(3, "0", 0, STAGE, 0, "", 1)));
  }

  private void exit(int node, long run) {
    ledger.delivered(NodeEvent.at(node), new RunExited(run, RunResult.SUCCESS));
  }

  @Test
  void onlyStartsInTheWindowOfTasksWithTokensAreQueueing() {
    at(5);
    place(0, 1, REGULAR);
    place(0, 2, IDLE);
    place(0, 3, REGULAR);
    at(9);
    launch(0, 1, REGULAR);
    at(11);
    launch(0, 2, IDLE);
    at(12);
    launch(0, 3, REGULAR);

    assertThat(ledger.startedPerSecond()).isEqualTo(0.2);
    assertThat(ledger.queueingSeconds(100)).isCloseTo(7, within(0.01));
    assertThat(ledger.meanQueueingSeconds(0)).isCloseTo(7, within(0.01));
  }

  @Test
  void aTaskQueuesFromWhenItHasAToken() {
    at(5);
    place(0, 1, IDLE);
    at(12);
    ledger.sent(SchedulerEvent.at(0), new TaskPromoted(0, 1, true));
    at(14);
    launch(0, 1, IDLE);

    assertThat(ledger.queueingSeconds(100)).isCloseTo(2, within(0.01));
  }

  /** 4 s with a token, 2 s without; what is before and after the window does not count. */
  @Test
  void cpuTimeIsSharedOutByTier() {
    at(8);
    launch(0, 1, REGULAR);
    at(12);
    launch(1, 2, IDLE);
    at(14);
    exit(0, 1);
    exit(0, 1);
    exit(1, 2);

    assertThat(ledger.regularPercent()).isCloseTo(100 * 4 / 6.0, within(0.01));
  }

  @Test
  void aPromotedTaskHasATokenFromThenOn() {
    at(10);
    launch(0, 1, IDLE);
    at(13);
    ledger.sent(SchedulerEvent.at(0), new TaskPromoted(0, 1, true));
    at(14);
    ledger.sent(SchedulerEvent.at(0), new TaskPromoted(0, 1, true));
    at(20);
    exit(0, 1);

    assertThat(ledger.regularPercent()).isCloseTo(70, within(0.01));
  }

  @Test
  void whatHasToGiveWayHasStartedAndNotEnded() {
    at(11);
    launch(0, 1, IDLE);
    launch(0, 2, REGULAR);
    at(12);
    ledger.delivered(NodeEvent.at(0), new RunExited(1, RunResult.lost("evicted")));
    exit(0, 2);

    assertThat(ledger.startedPerSecond()).isEqualTo(0.2);
    assertThat(ledger.endedPerSecond()).isEqualTo(0.1);
  }

  /** One node is full, one half full, three idle. */
  @Test
  void useIsThatOfTheSlotsAndTheGapThatOfNodes() {
    at(10);
    ledger.open();
    launch(0, 1, REGULAR);
    launch(0, 2, REGULAR);
    launch(1, 3, IDLE);
    at(20);
    ledger.sample();

    assertThat(ledger.usePercent()).isCloseTo(30, within(0.01));
    assertThat(ledger.gapPoints()).isCloseTo(100, within(0.01));
    assertThat(ledger.meanRegular()).isEqualTo(2);
  }

  @Test
  void whatACrashEndsNoLongerRuns() {
    at(10);
    ledger.open();
    launch(0, 1, REGULAR);
    at(15);
    ledger.crashed(0);
    at(20);
    exit(0, 1);
    ledger.sample();

    assertThat(ledger.meanRegular()).isZero();
    assertThat(ledger.usePercent()).isCloseTo(5, within(0.01));
  }

  @Test
  void nodesAreUsedAgainFromTheirFirstTaskOn() {
    at(10);
    ledger.mark(0);
    ledger.mark(1);
    at(13);
    launch(0, 1, REGULAR);
    at(16);
    launch(0, 2, REGULAR);

    assertThat(ledger.usedAgainSeconds(50)).isCloseTo(3, within(0.01));
    assertThat(ledger.usedAgainSeconds(100)).isCloseTo(6, within(0.01));
  }

  /** Means of 1 s and 3 s. */
  @Test
  void deviationIsThatOfTheMeansOfNodes() {
    at(11);
    place(0, 1, REGULAR);
    place(1, 2, REGULAR);
    at(12);
    launch(0, 1, REGULAR);
    at(14);
    launch(1, 2, REGULAR);

    assertThat(ledger.deviationSeconds()).isCloseTo(1, within(0.001));
  }
}
