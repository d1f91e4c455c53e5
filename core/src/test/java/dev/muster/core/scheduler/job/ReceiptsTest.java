package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.job.Receipts.Receipt;
import dev.muster.model.OutputPlaces.OutputPlace;
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

  private static Receipt receipt(int task) {
    return new Receipt(task % 3, task + 1L, task(task), task % 2 == 0);
  }

  private void add(int first, int count) {
    IntStream.range(first, first + count).forEach(task -> receipts.add(receipt(task)));
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
  void aBatchSaysWhereOutputsAre() {
    add(0, 3);

    assertThat(batch().outputs())
        .containsExactly(new OutputPlace(task(0), 0), new OutputPlace(task(2), 2));
  }

  @Test
  void aTaskIsReopenedAtTheMasterOnlyIfTheMasterKnowsItsSuccess() {
    add(0, 3);
    receipts.reopen(List.of(task(1)));
    assertThat(receipts.isDue()).as("the success was not sent yet").isFalse();
    assertThat(batch().tasks()).containsExactly(task(0), task(2));
    receipts.reopen(List.of(task(2)));
    assertThat(receipts.isDue()).as("a batch is out").isFalse();
    receipts.recorded(batch().batch());
    assertThat(receipts.isRecorded(task(0))).isTrue();
    assertThat(receipts.isRecorded(task(2))).isFalse();

    assertThat(receipts.isDue()).as("at once").isTrue();
    receipts.reopen(List.of(task(0)));
    assertThat(receipts.isRecorded(task(0))).isFalse();
    add(2, 1);
    assertThat(batch().reopened()).containsExactly(task(2), task(0));
    assertThat(batch().tasks()).as("made again meanwhile").containsExactly(task(2));
    receipts.recorded(batch().batch());
    assertThat(receipts.isRecorded(task(2))).isTrue();
    assertThat(receipts.batch(SchedulerEvent.at(0))).isNull();
  }

  @Test
  void noSuccessOvertakesTheReopeningOfItsTask() {
    int many = Receipts.MAX_BATCH + 1;
    add(0, many);
    receipts.recorded(batch().batch());
    receipts.recorded(batch().batch());
    receipts.reopen(IntStream.range(0, many).mapToObj(ReceiptsTest::task).toList());
    add(many - 1, 1);

    assertThat(batch().reopened()).hasSize(Receipts.MAX_BATCH);
    assertThat(batch().tasks()).isEmpty();
    receipts.recorded(batch().batch());
    assertThat(batch().reopened()).containsExactly(task(many - 1));
    assertThat(batch().tasks()).containsExactly(task(many - 1));
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
