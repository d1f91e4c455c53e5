package dev.muster.sim.experiment.apollo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.Demand;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwinLedgerTest {

  private static final StageSpec STAGE = StageSpec.of("s", 9, DagJobs.SLOT, List.of("modelled"));
  private static final Demand DEMAND = Demand.of(DagJobs.SLOT);

  private final TwinLedger ledger = new TwinLedger();
  private long nowNs;

  TwinLedgerTest() {
    ledger.readTimeFrom(() -> nowNs);
  }

  private static Work work(int task) {
    return new Work(3, "0", 1, STAGE, task, "", 1);
  }

  private void place(long run, int task) {
    place(run, task, DEMAND);
  }

  private void place(long run, int task, Demand demand) {
    ledger.sent(NodeEvent.at(0), new PlaceTask(SchedulerEvent.at(0), run, demand, work(task)));
  }

  private void launch(long run, int task) {
    ledger.launched(0, new Launch(run, 0, DEMAND, work(task)));
  }

  @Test
  void aDuplicateSucceedsThatStartsFirst() {
    place(1, 0);
    place(2, 0);
    place(3, 1);
    place(4, 1);
    place(5, 2);
    launch(2, 0);
    launch(3, 1);
    launch(5, 2);

    assertThat(ledger.duplicates).isEqualTo(2);
    assertThat(ledger.duplicatePercent()).isEqualTo(40);
    assertThat(ledger.successPercent()).isEqualTo(50);
    assertThat(ledger.copies).isZero();
  }

  @Test
  void aTaskThatWaitsWithoutATokenIsMoved() {
    place(1, 0, DEMAND.with(Tier.OPPORTUNISTIC));
    place(2, 0);
    place(3, 1, DEMAND.with(Tier.OPPORTUNISTIC));
    ledger.sent(SchedulerEvent.at(0), new SchedulerEvent.TaskPromoted(0, 3, true));
    place(4, 1);

    assertThat(ledger.moves).isEqualTo(1);
    assertThat(ledger.duplicates).isEqualTo(1);
  }

  @Test
  void theSameMessageAgainIsNoDuplicate() {
    place(1, 0);
    place(1, 0);
    assertThat(ledger.duplicates).isZero();
  }

  @Test
  void whatSucceededIsForgotten() {
    place(1, 0);
    launch(1, 0);
    ledger.sent(SchedulerEvent.at(0), new TaskFinished(0, 1, 3, 1, 0, RunResult.SUCCESS));
    place(2, 0);
    assertThat(ledger.duplicates + ledger.copies).isZero();
  }

  /** Evicted, lost, returned by its node. */
  @Test
  void theNextAttemptAfterOneThatEndedIsNoTwin() {
    place(1, 0);
    launch(1, 0);
    ledger.sent(SchedulerEvent.at(0), new TaskFinished(0, 1, 3, 1, 0, RunResult.lost("evicted")));
    place(2, 0);
    place(3, 1);
    ledger.sent(
        SchedulerEvent.at(0),
        new SchedulerEvent.ReservationReturned(0, 3, ReturnReason.values()[0], ""));
    place(4, 1);
    assertThat(ledger.duplicates + ledger.copies).isZero();
  }

  /** 10 instead of 50: caught until 10 + 20. */
  @Test
  void aStragglerIsCaughtBeforeHalfOfItsExcessTime() {
    for (int task = 0; task < 3; task++) {
      place(task, task);
      launch(task, task);
      ledger.slows(50, 10);
      place(100 + task, task);
    }
    nowNs = 30;
    launch(100, 0);
    nowNs = 31;
    launch(101, 1);
    ledger.stop();

    assertThat(ledger.copies).isEqualTo(3);
    assertThat(ledger.falsePercent()).isZero();
    assertThat(ledger.caughtPercent()).isEqualTo(100 / 3.0);
  }

  @Test
  void slowedAttemptsThatMayStillBeCaughtDoNotCount() {
    place(1, 0);
    launch(1, 0);
    ledger.slows(50, 10);
    nowNs = 29;
    ledger.stop();
    assertThat(ledger.slowed).isZero();
  }

  @Test
  void aCopyOfATaskThatNothingSlowsIsFalse() {
    place(1, 0);
    launch(1, 0);
    place(2, 0);
    assertThat(ledger.falsePercent()).isEqualTo(50);
  }
}
