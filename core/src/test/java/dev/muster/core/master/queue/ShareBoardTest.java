package dev.muster.core.master.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.JobUse;
import dev.muster.model.queue.OpportunisticQuota;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueShare;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a new job begins with, and what jobs may use while others wait for their guarantee. */
final class ShareBoardTest {

  private static final long S = 1_000_000_000;
  private static final int ANY = Integer.MAX_VALUE;
  private static final Resources UNIT = new Resources(1_000, 1 << 20);
  private static final Resources CELL = UNIT.times(10);
  private static final OpportunisticQuota TWO = OpportunisticQuota.atMost(2);

  private static QueueSpec queue(String path, double guaranteed, double max) {
    var share =
        QueueShare.EVEN.withGuaranteed(
            Portion.ofCell(Portion.CPU, guaranteed), Portion.ofCell(Portion.MEMORY, guaranteed));
    return QueueSpec.of(path)
        .with(max < 1 ? share.withMax(Portion.ofCell(Portion.CPU, max)) : share);
  }

  private static QueuedJob running(JobQueues queues, long number, String queue, String user) {
    var spec =
        JobSpec.of("job", StageSpec.of("s", 50, UNIT, List.of("true")))
            .withQueue(queue)
            .withUser(user);
    var job = queues.opened(number, spec);
    queues.readmitted(job, 0);
    return job;
  }

  private static JobUse use(long job, int used, int wanted) {
    return new JobUse(job, UNIT.times(used), UNIT.times(wanted), UNIT);
  }

  @Test
  void aJobThatComesFirstKeepsToTheMaximumOfItsQueue() {
    var queues = new JobQueues(QueueTree.of(queue("root.a", 0, 0.3)));
    var board = new ShareBoard(queues);
    running(queues, 1, "root.a", "ann");
    assertThat(board.initial(1).most()).as("nothing is computed").isEqualTo(Resources.NONE);
    queues.ended(1);
    board.compute(S, CELL);

    running(queues, 2, "root.a", "ann");
    assertThat(board.initial(2).most().cpuMillis()).isEqualTo(3_000);
    running(queues, 3, "root.a", "ann");
    assertThat(board.initial(3).most().cpuMillis()).as("the other may use all").isZero();
  }

  @Test
  void andToThatOfItsUser() {
    var most = Portions.of(Portion.ofCell(Portion.CPU, 0.4));
    var ofUser = new UserLimits(ANY, Long.MAX_VALUE, ANY, most);
    var limits = new QueueLimits(ANY, Long.MAX_VALUE, ANY, ofUser);
    var queues = new JobQueues(QueueTree.of(queue("root.a", 0, 1).with(limits)));
    var board = new ShareBoard(queues);
    board.compute(S, CELL);

    running(queues, 1, "root.a", "ann");
    running(queues, 2, "root.a", "bob");
    assertThat(board.initial(1).most().cpuMillis()).isEqualTo(4_000);
    assertThat(board.initial(2).most().cpuMillis()).isEqualTo(4_000);
  }

  @Test
  void aSuspendedJobStartsNothingOfEitherTier() {
    var queues = new JobQueues(QueueTree.of(queue("root.a", 0, 1).with(TWO)));
    var board = new ShareBoard(queues);
    running(queues, 1, "root.a", "ann");
    queues.suspended(1, true);
    assertThat(board.initial(1)).isEqualTo(JobAllowance.NOTHING);
    board.compute(S, CELL);
    assertThat(board.of(1)).isEqualTo(JobAllowance.NOTHING);
    assertThat(board.of(1).isStopped()).isTrue();
  }

  private ShareBoard borrowed(JobQueues queues) {
    var board = new ShareBoard(queues);
    running(queues, 1, "root.a", "ann");
    running(queues, 2, "root.b", "bob");
    running(queues, 3, "root.b", "eve");
    board.report(List.of(use(1, 0, 20), use(2, 10, 10), use(3, 0, 10)));
    return board;
  }

  @Test
  void nobodyOfAQueueTakesWhatAnotherOfItGivesBack() {
    var tree = QueueTree.of(queue("root.a", 0.6, 1), queue("root.b", 0.4, 1));
    var board = borrowed(new JobQueues(tree.withReclaimAfter(2 * S)));
    board.compute(S, CELL);
    assertThat(board.of(2).givesBack()).as("not before the grace period is over").isFalse();
    assertThat(board.of(3).most()).as("job 2 has all").isEqualTo(Resources.NONE);
    board.compute(3 * S, CELL);
    assertThat(board.of(2).keep().cpuMillis()).isEqualTo(4_000);
    assertThat(board.of(2).most().fitsIn(board.of(2).keep())).isTrue();
    assertThat(board.of(3).most().cpuMillis()).isZero();
    assertThat(board.of(1).most().cpuMillis()).isEqualTo(6_000);
  }
}
