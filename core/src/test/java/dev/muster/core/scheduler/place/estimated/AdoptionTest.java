package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.certain;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Load;
import dev.muster.model.RunResult;
import dev.muster.model.TaskSet;
import dev.muster.model.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an older epoch of the scheduler sent is as good as what this one sends. */
final class AdoptionTest {

  private final SchedulerCell heir =
      SchedulerCell.ofEpoch(
          2,
          context -> List.of(new EstimatedPlacer(context, certain(), Chance.of(1, "candidates"))));

  /** Two tasks of a job with one token run at one node, the second without it. */
  AdoptionTest() {
    var spec = job(1, stage("a", 2, 10 * S));
    heir.scheduler.tell(new JobsInherited(2, 1, List.of(1L)));
    heir.scheduler.tell(SchedulerCell.view(1, 1));
    heir.scheduler.tell(
        new AssignJob(1, spec, SchedulerCell.CLIENT, 0, 2, true, TaskSet.NONE, 0, List.of()));
    heir.scheduler.tell(
        new AttemptsListed(
            0,
            2,
            List.of(
                new HeldAttempt(98, 1, 0, 0, 1, false), new HeldAttempt(99, 1, 0, 1, 1, true))));
  }

  private List<PromoteTask> firstEnds() {
    return heir.scheduler
        .tell(new TaskFinished(0, 98, 1, 0, 0, RunResult.SUCCESS))
        .sent(PromoteTask.class);
  }

  @Test
  void anOpportunisticAttemptGetsATokenOnceItsNodeHasReportedIt() {
    var status = new AttemptStatus(99, AttemptPhase.RUNNING, MS, Usage.NONE);
    var load = new Load(0, 0, 0, all(0));
    heir.scheduler.tell(new AttemptsReported(0, heir.scheduler.nowNs(), load, List.of(status)));
    assertThat(firstEnds()).singleElement().returns(99L, PromoteTask::reservation);
  }

  @Test
  void nothingIsPromotedThatNoNodeHasReported() {
    assertThat(firstEnds()).isEmpty();
  }
}
