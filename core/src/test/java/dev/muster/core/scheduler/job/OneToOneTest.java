package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Edges between tasks of the same index. */
final class OneToOneTest {

  private static final JobSpec JOB =
      JobSpec.of(
          "job",
          stage("a", 2),
          stage("b", 2).withEdges(List.of(Edge.oneToOne("a"))),
          stage("c", 1).withEdges(List.of(Edge.allToAll("b"))));

  private final SchedulerCell cell = new SchedulerCell(4);

  @Test
  void aTaskStartsWhenItsOwnInputIsThereWhileOthersStillWait() {
    var ids = cell.reserved(1, JOB);
    var first = cell.assigned(0, ids.get(0));
    var second = cell.assigned(1, ids.get(1));
    assertThat(List.of(first.index(), second.index())).containsExactly(0, 1);

    var opened = cell.finished(1, ids.get(1), second, RunResult.SUCCESS);

    var reserved = SchedulerCell.reservations(opened);
    assertThat(reserved).as("for one task, not for two").hasSize(2);
    var follower = cell.assigned(reserved.getFirst());
    assertThat(follower.spec().name()).isEqualTo("b");
    assertThat(follower.index()).isEqualTo(1);
  }

  @Test
  void theJobEndsWhenAllStagesHave() {
    var ids = cell.reserved(1, JOB);
    var results = List.of(cell.assigned(0, ids.get(0)), cell.assigned(1, ids.get(1)));
    for (int task : List.of(1, 0)) {
      var opened = cell.finished(task, ids.get(task), results.get(task), RunResult.SUCCESS);
      long next = SchedulerCell.reservations(opened).getFirst();
      var follower = cell.assigned(next);
      assertThat(follower.index()).isEqualTo(task);
      opened = cell.finished(next, follower, RunResult.SUCCESS);
      assertThat(opened.sent(EnqueueReservation.class)).hasSize(task == 0 ? 2 : 0);
      if (task == 0) {
        long last = SchedulerCell.reservations(opened).getFirst();
        var end = cell.finished(last, cell.assigned(last), RunResult.SUCCESS);
        assertThat(end.sent(JobFinished.class).getFirst().report().state())
            .isEqualTo(JobState.SUCCEEDED);
      }
    }
  }

  @Test
  void aTaskThatFailsKeepsItsFollowerWaiting() {
    var ids =
        cell.reserved(
            1, JOB.withStages(List.of(stage("a", 2).withRetries(1), JOB.stages().get(1))));
    var first = cell.assigned(0, ids.get(0));

    var again = cell.finished(0, ids.get(0), first, RunResult.failed(1, "no"));

    assertThat(again.sent(EnqueueReservation.class)).hasSize(1);
    assertThat(cell.beatAfter(1).sent(EnqueueReservation.class)).isEmpty();
  }
}
