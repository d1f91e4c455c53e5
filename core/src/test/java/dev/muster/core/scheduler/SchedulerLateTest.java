package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.event.*;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.*;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.fake.*;
import dev.muster.core.fake.Jobs;
import dev.muster.model.*;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SchedulerLateTest {
  final SchedulerCell cell = new SchedulerCell(4);

  @Test
  void manyRetriesAreCounted() {
    var plan = new StagePlan(stage("work", 1).withRetries(40_000), 0, Demand.of(UNIT));
    for (int i = 0; i < 40_000; i++) {
      plan.take();
      assertThat(plan.attempt(0)).isEqualTo(i + 1);
      plan.failed(0);
    }
  }

  @Test
  void leftOverReservationsAreWithdrawnAfterALateSuccess() {
    var spec = JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a"));
    var ids = cell.reserved(1, spec);
    var first = cell.assigned(0, ids.get(0));
    var again = SchedulerCell.reservations(cell.unknown(0, 1, ids.get(0)));
    assertThat(again).hasSize(2);
    var late = cell.finished(0, ids.get(0), first, RunResult.SUCCESS);
    assertThat(late.sent(WithdrawReservation.class)).hasSize(2);
  }

  @Test
  void idsOfTwoSchedulersDiffer() {
    var one = new ReservationTable(0, 1);
    var other = new ReservationTable(ReservationId.MAX_SCHEDULERS - 1, 1);
    var a = new JobManager(new SchedulerEvent.AssignJob(1, Jobs.job(1), ClientEvent.at(0), 0), "x");
    long first = one.id(one.add(a, a.stage(0), 0, 0));
    long last = other.id(other.add(a, a.stage(0), 0, 0));

    assertThat(first).isPositive().isNotEqualTo(last);
    assertThat(last).isPositive();
    assertThatThrownBy(() -> new ReservationTable(ReservationId.MAX_SCHEDULERS, 1))
        .hasMessage("a cell has at most 2048 schedulers");
  }

  @Test
  void aSlotIsUsedAgainOnlyAfterThousandsOfOthers() {
    var table = new ReservationTable(0, 1);
    var a = new JobManager(new SchedulerEvent.AssignJob(1, Jobs.job(1), ClientEvent.at(0), 0), "x");
    Set<Integer> slots = new HashSet<>();
    for (int i = 0; i < ReservationTable.LEAST_SLOTS; i++) {
      int slot = table.add(a, a.stage(0), 0, 0);
      assertThat(slots.add(slot)).isTrue();
      table.remove(slot);
    }
    assertThat(table.add(a, a.stage(0), 0, 0)).isZero();
  }

  @Test
  void aJobThatTheMasterHasEndedWithoutUsIsGivenUp() {
    var ids = cell.reserved(1, Jobs.job(2));
    cell.assigned(0, ids.get(0));
    var out = cell.scheduler.tell(new SchedulerEvent.JobEndRecorded(1));

    assertThat(out.sent(NodeEvent.KillTask.class)).hasSize(1);
    assertThat(out.sent(WithdrawReservation.class)).isNotEmpty();
  }

  @Test
  void anEndIsToldOncePerBeat() {
    var ids = cell.reserved(1, Jobs.job(1));
    cell.assigned(0, ids.get(0));
    cell.scheduler.tell(new SchedulerEvent.StopJob(1));
    assertThat(cell.untilLost().sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void lossesAreCountedRightlyInTheText() {
    var job =
        new JobManager(new SchedulerEvent.AssignJob(1, Jobs.job(1), ClientEvent.at(0), 0), "x");
    int losses = 0;
    while (!job.closing()) {
      job.lost(job.stage(0), job.take(job.stage(0), 0, -1));
      losses++;
    }
    assertThat(job.report(0).failures().getFirst().result().detail())
        .isEqualTo("lost its node " + losses + " times");
  }
}
