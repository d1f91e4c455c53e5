package dev.muster.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.node.resource.Allocation.AllocationState;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.RunResult;
import org.junit.jupiter.api.Test;

final class ResultsTest {

  private static final RunResult FAILED = RunResult.failed(2, "no");

  private static final long PATIENCE = 10;
  private static final long RAN = 70;

  private final Results results = new Results(4, MasterEvent.at(0), PATIENCE, new KnownTasks());

  private RecordingEffects add(long reservation, int scheduler) {
    return add(reservation, scheduler, false);
  }

  private RecordingEffects add(long reservation, int scheduler, boolean claimed) {
    var out = new RecordingEffects();
    var admission = claimed ? Admission.RESERVED : Admission.QUEUED;
    var demand = Demand.of(Jobs.UNIT).with(admission);
    var ledger = new ResourceLedger(Jobs.UNIT, new Lifecycle<>(AllocationState.class));
    ledger.reserve(demand);
    var launch = new Launch(reservation, scheduler, demand, Work.of(9, Jobs.job(8), 0, 7, 1));
    var run = new Run(launch, SchedulerEvent.at(scheduler), ledger.use(demand), -RAN);
    results.add(0, run, FAILED, out);
    return out;
  }

  private RecordingEffects again() {
    return again(PATIENCE);
  }

  private RecordingEffects again(long nowNs) {
    var out = new RecordingEffects();
    results.resend(nowNs, out);
    return out;
  }

  private static Send told(long reservation, int scheduler) {
    return new Send(
        SchedulerEvent.at(scheduler), new TaskFinished(4, reservation, 9, 0, 7, FAILED, RAN));
  }

  @Test
  void eachSchedulerHearsOfItsOwnUntilItHasIt() {
    assertThat(add(1, 0).all()).containsExactly(told(1, 0));
    assertThat(add(2, 3).all()).containsExactly(told(2, 3));
    assertThat(again().all()).containsExactlyInAnyOrder(told(1, 0), told(2, 3));
    results.acknowledged(1);

    assertThat(again().all()).containsExactly(told(2, 3));
    assertThat(results.holds(1)).isFalse();
    assertThat(results.holds(2)).isTrue();
    assertThat(results.size()).isEqualTo(1);
  }

  @Test
  void aSchedulerHasTimeToPutAResultOnRecordBeforeItIsToldAgain() {
    add(1, 0);

    assertThat(again(PATIENCE - 1).all()).isEmpty();
    assertThat(again(PATIENCE).all()).containsExactly(told(1, 0));
  }

  /** Every word may be lost: what is claimed must not stay so because this one was. */
  @Test
  void theMasterHearsWhatIsFreeUntilTheSchedulerSeesToIt() {
    var freed = new Send(MasterEvent.at(0), new ClaimReleased(4, SchedulerEvent.at(3), 1));

    assertThat(add(1, 3, true).all()).containsExactly(told(1, 3), freed);
    assertThat(again(PATIENCE - 1).all()).isEmpty();
    assertThat(again().all()).containsExactly(told(1, 3), freed);
    results.acknowledged(1);
    assertThat(again().all()).isEmpty();
  }

  @Test
  void anAcknowledgementOfNothingChangesNothing() {
    add(1, 0);
    results.acknowledged(2);

    assertThat(again().all()).containsExactly(told(1, 0));
  }
}
