package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.fake.Jobs;
import dev.muster.model.RunResult;
import dev.muster.model.TaskId;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ReceiptsTest {

  private final Receipts receipts =
      new Receipts(new AssignJob(1, Jobs.job(30_000), SchedulerCell.CLIENT, 0));

  private TasksSucceeded batch() {
    return Objects.requireNonNull(receipts.batch(SchedulerEvent.at(0)));
  }

  private static TaskId task(int index) {
    return new TaskId(0, index);
  }

  private void add(int first, int count) {
    IntStream.range(first, first + count).forEach(task -> receipts.add(0, task + 1L, task(task)));
  }

  @Test
  void oneBatchIsOutAtATimeAndTheSameUntilItIsRecorded() {
    assertThat(receipts.batch(SchedulerEvent.at(0))).isNull();
    add(0, 2);
    var first = batch();
    assertThat(first.tasks()).containsExactly(task(0), task(1));
    add(2, 1);
    assertThat(batch()).isEqualTo(first);
    assertThat(receipts.recorded(first.batch() + 1)).as("of another").isEmpty();
    assertThat(receipts.recorded(first.batch())).hasSize(2);
    assertThat(receipts.recorded(first.batch())).as("heard twice").isEmpty();

    assertThat(batch().tasks()).containsExactly(task(2));
    assertThat(batch().batch()).isGreaterThan(first.batch());
    assertThat(receipts.isRecorded(task(1))).isTrue();
    assertThat(receipts.isRecorded(task(2))).isFalse();
  }

  @Test
  void manyDoNotWaitForTheBeatAndTooManyMakeTwoBatches() {
    add(0, Receipts.PROMPT - 1);
    assertThat(receipts.isDue()).isFalse();
    add(Receipts.PROMPT, 1);
    assertThat(receipts.isDue()).isTrue();
    add(1_000, Receipts.MAX_BATCH);

    assertThat(batch().tasks()).hasSize(Receipts.MAX_BATCH);
    assertThat(receipts.isDue()).as("one is out").isFalse();
    assertThat(receipts.rest()).hasSize(Receipts.MAX_BATCH + Receipts.PROMPT);
    receipts.recorded(batch().batch());
    assertThat(batch().tasks()).hasSize(Receipts.PROMPT);
  }

  @Test
  void aSuccessIsAcknowledgedOnceItIsOnRecord() {
    var cell = new SchedulerCell(2);
    var ids = cell.reserved(1, Jobs.job(2));
    var work = cell.assigned(0, ids.get(0));
    assertThat(cell.finished(0, ids.get(0), work, RunResult.SUCCESS).sent(AcknowledgeResult.class))
        .isEmpty();
    assertThat(cell.finished(0, ids.get(0), work, RunResult.SUCCESS).sent(AcknowledgeResult.class))
        .as("told again")
        .isEmpty();
    var told = cell.beatAfter(MS).sent(TasksSucceeded.class);
    assertThat(told)
        .singleElement()
        .extracting(TasksSucceeded::tasks)
        .isEqualTo(List.of(task(work.index())));
    assertThat(cell.beatAfter(MS).sent(TasksSucceeded.class)).isEqualTo(told);

    var recorded = cell.scheduler.tell(new TasksRecorded(1, told.getFirst().batch()));
    assertThat(recorded.sent(AcknowledgeResult.class))
        .containsExactly(new AcknowledgeResult(ids.get(0), true));
    assertThat(cell.beatAfter(MS).sent(TasksSucceeded.class)).isEmpty();
  }
}
