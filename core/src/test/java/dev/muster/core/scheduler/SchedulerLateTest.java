package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.core.scheduler.task.TaskState;
import dev.muster.core.scheduler.task.TaskTable;
import dev.muster.core.scheduler.task.TaskTries;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import org.junit.jupiter.api.Test;

final class SchedulerLateTest {
  final SchedulerCell cell = new SchedulerCell(4);

  @Test
  void manyRetriesAreCounted() {
    var tasks = new TaskTable(1, 40_000, 0, new Lifecycle<>(TaskState.class));
    for (int i = 0; i < 40_000; i++) {
      tasks.start(tasks.order().takeNext());
      assertThat(tasks.attempt(0)).isEqualTo(i + 1);
      assertThat(tasks.fail(0)).isFalse();
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
  void aJobThatTheMasterHasEndedWithoutUsIsGivenUp() {
    var ids = cell.reserved(1, Jobs.job(2));
    cell.assigned(0, ids.get(0));
    var out = cell.scheduler.tell(new SchedulerEvent.JobEndRecorded(1));

    assertThat(out.sent(KillTask.class)).hasSize(1);
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
    var job = ManagedJob.of(Jobs.job(1));
    int losses = 0;
    for (; losses < 2 * TaskTries.MAX_LOSSES && !job.closes(); losses++) {
      job.lose(job.start(0));
    }
    assertThat(job.closes()).as("it is given up some time").isTrue();
    assertThat(job.manager().report(0).failures().getFirst().result().detail())
        .isEqualTo("lost its node, inputs or output " + losses + " times");
  }
}
