package dev.muster.core.master.share;

import static dev.muster.core.master.share.SharedCell.GPU;
import static dev.muster.core.master.share.SharedCell.by;
import static dev.muster.core.master.share.SharedCell.cpu;
import static dev.muster.core.master.share.SharedCell.guaranteed;
import static dev.muster.core.master.share.SharedCell.inTasks;
import static dev.muster.core.master.share.SharedCell.job;
import static dev.muster.core.master.share.SharedCell.queue;
import static dev.muster.core.master.share.SharedCell.uses;
import static dev.muster.core.master.share.SharedCell.weighted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Shares are rounded so that whole tasks run, and sums are as near to the exact shares as can be.
 */
final class WholeTasksTest {

  private static final QueueSpec A = queue("root.a");
  private static final QueueSpec B = queue("root.b");
  private static final QueueSpec FAIR = A.with(JobOrder.FAIR);

  private static JobNeed tasks(long number, String queue, Resources task, int count) {
    return inTasks(job(number, queue, task.times(count)), task);
  }

  @Test
  void jobsWithLessThanATaskEachRunWhatFits() {
    var cell = new SharedCell(cpu(4), FAIR);
    LongStream.rangeClosed(1, 8).forEach(job -> cell.with(tasks(job, "root.a", cpu(1), 5)));

    assertThat(cell.cpuShares()).containsExactly(1_000L, 1_000L, 1_000L, 1_000L, 0L, 0L, 0L, 0L);
  }

  @Test
  void partsOfATaskGoToWhoeverHasTheLargest() {
    var cell =
        new SharedCell(cpu(8), weighted("root.a", 7), weighted("root.b", 3))
            .with(tasks(1, "root.a", cpu(1), 20), tasks(2, "root.b", cpu(1), 20));

    assertThat(cell.cpuShares()).containsExactly(6_000L, 2_000L); // of 5.6 and 2.4
  }

  @Test
  void manyJobsOfAQueueDoNotTakeTheTasksOfAnother() {
    var cell = new SharedCell(cpu(100), FAIR, B).with(tasks(1000, "root.b", cpu(1), 90));
    LongStream.range(0, 90).forEach(job -> cell.with(tasks(job, "root.a", cpu(1), 5)));

    assertThat(cell.standing("root.a").share()).isEqualTo(cpu(50));
    assertThat(cell.standing("root.b").share()).isEqualTo(cpu(50));
  }

  @Test
  void aTaskThatIsLargerThanTheShareStillRuns() {
    var cell =
        new SharedCell(cpu(14), A, B)
            .with(tasks(1, "root.a", cpu(8), 3), tasks(2, "root.b", cpu(1), 30));

    assertThat(cell.cpuShares()).containsExactly(8_000L, 6_000L);
  }

  @Test
  void whatIsTooSmallForSomeOthersGet() {
    var cell =
        new SharedCell(cpu(10), A, B)
            .with(tasks(1, "root.a", cpu(11), 3), tasks(2, "root.b", cpu(1), 30));

    assertThat(cell.cpuShares()).containsExactly(0L, 10_000L);
  }

  @Test
  void whoHasNoPartGetsOnlyWhatNobodyElseCanUse() {
    var cell =
        new SharedCell(cpu(10), A)
            .with(tasks(1, "root.a", cpu(4), 10), tasks(2, "root.a", cpu(1), 10))
            .with(by(tasks(3, "root.a", cpu(1), 1), "bob"));

    assertThat(cell.cpuShares()).containsExactly(8_000L, 1_000L, 1_000L);
  }

  @Test
  void allResourcesOfATaskCount() {
    var task = cpu(2, 10).with(GPU, 1);
    var cell =
        new SharedCell(cpu(100, 1000).with(GPU, 5), A, B)
            .with(tasks(1, "root.a", task, 10), tasks(2, "root.b", task, 10));

    assertThat(cell.jobShares()).containsExactly(task.times(3), task.times(2));
  }

  @Test
  void aJobThatGetsAllItWantsIsNotRounded() {
    var odd = new Resources(2_345, 7);
    var cell =
        new SharedCell(cpu(10, 100), A, B)
            .with(inTasks(uses(job(1, "root.a", cpu(1)), odd), cpu(1)))
            .with(tasks(2, "root.b", cpu(1), 40));

    assertThat(cell.jobShares()).containsExactly(odd.plus(cpu(1)), cpu(6));
  }

  @Test
  void tasksOfUnlikeSizesAreRoundedByTheNextOne() {
    var cell =
        new SharedCell(cpu(10, 100), A, B)
            .with(inTasks(uses(job(1, "root.a", cpu(18, 10)), cpu(2, 30)), cpu(1, 1)))
            .with(tasks(2, "root.b", cpu(1), 40));

    // half of the cpu, so a quarter of the demand
    assertThat(cell.jobShares()).containsExactly(cpu(5, 10), cpu(5));
  }

  @Test
  void theRoundingDoesNotDependOnWhatRunsAlready() {
    for (int running = 0; running <= 8; running++) {
      var cell =
          new SharedCell(cpu(8), guaranteed("root.a", 3), B)
              .with(tasks(1, "root.a", cpu(1), 20))
              .with(inTasks(uses(job(2, "root.b", cpu(20 - running)), cpu(running)), cpu(1)));

      assertThat(cell.cpuShares()).containsExactly(6_000L, 2_000L);
    }
  }

  @Test
  void largeAmountsAreNotOffByAByte() {
    long memory = 1_237_940_039_285L;
    var task = new Resources(1, memory);
    var cell = new SharedCell(new Resources(1_000_000, memory * 3_000), A, B, queue("root.c"));
    for (var queue : List.of("root.a", "root.b", "root.c")) {
      cell.with(tasks(queue.charAt(5), queue, task, 7_000));
    }

    assertThat(cell.jobShares()).isEqualTo(Collections.nCopies(3, task.times(1000)));
  }
}
