package dev.muster.core.scheduler;

import static dev.muster.core.scheduler.SchedulerCell.reservations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.Notice;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.fake.Jobs;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import org.junit.jupiter.api.Test;

/** What a scheduler publishes, so that outputs and logs are found. */
final class SchedulerPublishTest {

  private static final RunResult FAILED = RunResult.failed(1, "no").withOutput(5);
  private static final RunResult SUCCESS = RunResult.SUCCESS.withOutput(7);

  private final SchedulerCell cell = new SchedulerCell(4);

  @Test
  void aJobAndThenTheOutputOfEachAttempt() {
    var job = Jobs.job(2);
    var planned = cell.plan(1, job);
    assertThat(planned.published()).containsExactly(new Notice.JobStarted(1, job));
    assertThat(cell.plan(1, job).published()).as("assigned twice").isEmpty();

    var ids = reservations(planned);
    var first = cell.assigned(0, ids.get(0));
    var second = cell.assigned(1, ids.get(1));
    assertThat(cell.finished(0, ids.get(0), first, SUCCESS).published())
        .containsExactly(new OutputStored(1, 0, first.index(), 0, 7));
    assertThat(cell.finished(0, ids.get(0), first, SUCCESS).published())
        .as("reported twice")
        .isEmpty();
    assertThat(cell.finished(1, ids.get(1), second, FAILED).published())
        .as("logs only")
        .containsExactly(new OutputStored(1, 0, second.index(), 1, 0));
  }

  @Test
  void anAttemptThatWasGivenUpAndSucceedsAfterAll() {
    var ids = cell.reserved(1, Jobs.job(1));
    var lost = cell.assigned(0, ids.get(0));
    cell.untilLost();
    assertThat(cell.finished(0, ids.get(0), lost, SUCCESS).published())
        .containsExactly(new OutputStored(1, 0, 0, 0, 7));
  }

  @Test
  void theReportOfAStageHasTheUsageOfAllItsAttempts() {
    var ids = cell.reserved(1, JobSpec.of("job", Jobs.stage("a", 1).withRetries(1)));
    var first = cell.assigned(0, ids.get(0));
    var again = cell.finished(0, ids.get(0), first, FAILED.withUsage(new Usage(3, 100, 10, 1)));
    long id = reservations(again).isEmpty() ? ids.get(1) : reservations(again).getFirst();
    int node = reservations(again).isEmpty() ? 1 : SchedulerCell.firstNode(again);
    var second = cell.assigned(node, id);

    var end = cell.finished(node, id, second, SUCCESS.withUsage(new Usage(4, 50, 20, 2)));

    var stage = end.sent(JobFinished.class).getFirst().report().stages().getFirst();
    assertThat(stage.usage()).isEqualTo(new Usage(7, 100, 30, 3));
  }
}
