package dev.muster.core.master.share;

import static dev.muster.core.master.share.SharedCell.GPU;
import static dev.muster.core.master.share.SharedCell.by;
import static dev.muster.core.master.share.SharedCell.cpu;
import static dev.muster.core.master.share.SharedCell.inTasks;
import static dev.muster.core.master.share.SharedCell.job;
import static dev.muster.core.master.share.SharedCell.queue;
import static dev.muster.core.master.share.SharedCell.suspended;
import static dev.muster.core.master.share.SharedCell.urgent;
import static dev.muster.core.master.share.SharedCell.uses;
import static dev.muster.core.master.share.SharedCell.wants;
import static dev.muster.core.master.share.SharedCell.weighted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueSpec.JobOrder;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Weighted DRF between queues, users and jobs, without guarantees or limits. */
final class FairSharesTest {

  private static final QueueSpec A = queue("root.a");
  private static final QueueSpec B = queue("root.b");
  private static final QueueSpec FAIR = A.with(JobOrder.FAIR);

  @Test
  void dominantSharesAreEqual() {
    var light = cpu(1, 4);
    var heavy = cpu(3, 1);
    var cell =
        new SharedCell(cpu(9, 18), A, B)
            .with(inTasks(job(1, "root.a", light.times(100)), light))
            .with(inTasks(job(2, "root.b", heavy.times(100)), heavy));

    assertThat(cell.jobShares()).containsExactly(light.times(3), heavy.times(2));
  }

  @Test
  void weightsCountAgainstDominantShares() {
    var cell =
        new SharedCell(cpu(45, 120), weighted("root.a", 3), B)
            .with(job(1, "root.a", cpu(100, 400)), job(2, "root.b", cpu(300, 0)));

    // all of the memory against a third of the cpu
    assertThat(cell.jobShares()).containsExactly(cpu(30, 120), cpu(15, 0));
  }

  @Test
  void whatOneDoesNotWantOthersShareByWeight() {
    var cell =
        new SharedCell(cpu(100), weighted("root.a", 1), weighted("root.b", 2), queue("root.c"))
            .with(job(1, "root.a", cpu(90)), job(2, "root.b", cpu(90)), job(3, "root.c", cpu(10)));

    assertThat(cell.cpuShares()).containsExactly(30_000L, 60_000L, 10_000L);
  }

  @Test
  void aQueueWithoutWeightGetsWhatNobodyElseWants() {
    var cell =
        new SharedCell(cpu(100), weighted("root.a", 0), weighted("root.b", 1))
            .with(job(1, "root.a", cpu(90)), job(2, "root.b", cpu(60)));

    assertThat(cell.cpuShares()).containsExactly(40_000L, 60_000L);
  }

  @Test
  void whoDemandsNothingOfWhatIsExhaustedGetsMore() {
    var cell =
        new SharedCell(cpu(10, 100), A, B, queue("root.c"))
            .with(job(1, "root.a", cpu(20, 0)), job(2, "root.b", cpu(20, 0)))
            .with(job(3, "root.c", cpu(0, 200)));

    assertThat(cell.jobShares()).containsExactly(cpu(5, 0), cpu(5, 0), cpu(0, 100));
  }

  @Test
  void whatAQueueCannotUseGoesToItsSiblingsFirst() {
    var cell =
        new SharedCell(
                cpu(80), queue("root.x"), queue("root.y"), queue("root.x.a"), queue("root.x.b"))
            .with(job(1, "root.x.a", cpu(5)), job(2, "root.x.b", cpu(90)))
            .with(job(3, "root.y", cpu(90)));

    assertThat(cell.cpuShares()).containsExactly(5_000L, 35_000L, 40_000L);
  }

  @Test
  void aQueueIsNotChargedTwiceForJobsThatNeedUnlikeThings() {
    var cell =
        new SharedCell(
                cpu(100, 100),
                queue("root.x"),
                queue("root.y"),
                queue("root.x.a"),
                queue("root.x.b"))
            .with(job(1, "root.x.a", cpu(100, 0)), job(2, "root.x.b", cpu(0, 100)))
            .with(job(3, "root.y", cpu(100, 0)));

    assertThat(cell.jobShares()).containsExactly(cpu(50, 0), cpu(0, 100), cpu(50, 0));
  }

  @Test
  void namedResourcesCountLikeOthers() {
    var task = cpu(1).with(GPU, 1);
    var cell =
        new SharedCell(cpu(100).with(GPU, 6), A, B)
            .with(inTasks(job(1, "root.a", task.times(10)), task))
            .with(inTasks(job(2, "root.b", cpu(200)), cpu(1)));

    assertThat(cell.jobShares()).containsExactly(task.times(6), cpu(94));
  }

  @Test
  void whatTheCellHasNothingOfHoldsUpNobody() {
    var cell =
        new SharedCell(cpu(100), A, B)
            .with(job(1, "root.a", cpu(70).with(GPU, 1)), job(2, "root.b", cpu(70)));

    assertThat(cell.jobShares()).containsExactly(cpu(50), cpu(50));
  }

  @Test
  void usersOfAQueueAreEqualHoweverManyJobsTheyHave() {
    var cell =
        new SharedCell(cpu(100), A)
            .with(job(1, "root.a", cpu(90)), job(2, "root.a", cpu(90)), job(3, "root.a", cpu(90)))
            .with(by(job(4, "root.a", cpu(90)), "bob"));

    assertThat(cell.cpuShares()).containsExactly(50_000L, 0L, 0L, 50_000L);
  }

  @Test
  void jobsOfAUserAreServedByPriorityThenInTheirOrder() {
    var cell =
        new SharedCell(cpu(100), A)
            .with(job(3, "root.a", cpu(30)), job(2, "root.a", cpu(30)))
            .with(urgent(job(4, "root.a", cpu(50)), 7), job(1, "root.a", cpu(10)));

    assertThat(cell.cpuShares()).containsExactly(10_000L, 30_000L, 50_000L, 10_000L);
  }

  @Test
  void aJobThatCannotGoOnLetsTheNextOneOnes() {
    var cell =
        new SharedCell(cpu(100).with(GPU, 2), A)
            .with(job(1, "root.a", cpu(40).with(GPU, 4)), job(2, "root.a", cpu(100)));

    assertThat(cell.jobShares()).containsExactly(cpu(20).with(GPU, 2), cpu(80));
  }

  @Test
  void aFairQueueServesJobsOfThePriorityTogether() {
    var cell =
        new SharedCell(cpu(100), FAIR)
            .with(urgent(job(1, "root.a", cpu(40)), 5), job(2, "root.a", cpu(10)))
            .with(job(3, "root.a", cpu(90)), job(4, "root.a", cpu(90)))
            .with(urgent(job(5, "root.a", cpu(90)), -1));

    assertThat(cell.cpuShares()).containsExactly(40_000L, 10_000L, 25_000L, 25_000L, 0L);
  }

  @Test
  void whatAJobUsesIsPartOfWhatItDemands() {
    var cell =
        new SharedCell(cpu(100), A, B)
            .with(uses(job(1, "root.a"), cpu(80)), job(2, "root.b", cpu(80)));

    assertThat(cell.cpuShares()).containsExactly(50_000L, 50_000L);
  }

  @Test
  void aSuspendedJobOrQueueWantsNothing() {
    var quiet = B.withSuspended(true);
    var cell =
        new SharedCell(cpu(100), A, quiet, queue("root.c"))
            .with(suspended(uses(job(1, "root.a", cpu(80)), cpu(10))))
            .with(uses(job(2, "root.b", cpu(80)), cpu(20)))
            .with(job(3, "root.c", cpu(80)));

    assertThat(cell.cpuShares()).containsExactly(10_000L, 20_000L, 70_000L);
    assertThat(cell.mayUseOfCpu().subList(0, 2)).containsExactly(10_000L, 20_000L);
  }

  @Test
  void aJobWhoseQueueIsGoneSharesInTheNearestThatIsThere() {
    var cell =
        new SharedCell(cpu(90), queue("root.x"), queue("root.x.a"), queue("root.y"))
            .with(job(1, "root.x.gone.deep", cpu(90)), job(2, "root.x", cpu(90)))
            .with(job(3, "root.x.a", cpu(90)), job(4, "root.y", cpu(90)), job(5, "other", cpu(90)))
            .with(job(6, "root.y.below", cpu(90)));

    // the strays of x: one leaf, beside a; that of the root: one, beside x and y
    assertThat(cell.cpuShares()).containsExactly(15_000L, 0L, 15_000L, 30_000L, 30_000L, 0L);
  }

  @Test
  void theRootMayBeTheOnlyQueue() {
    var cell =
        new SharedCell(cpu(10), QueueTree.OPEN)
            .with(job(1, "root", cpu(8)), by(job(2, "root", cpu(8)), "bob"));

    assertThat(cell.cpuShares()).containsExactly(5_000L, 5_000L);
    assertThat(cell.standing("root").share()).isEqualTo(cpu(10));
  }

  @Test
  void thereMayBeNobodyAndNothing() {
    assertThat(new SharedCell(cpu(10), A).jobShares()).isEmpty();
    assertThat(new SharedCell(Resources.NONE, A).with(job(1, "root.a", cpu(1))).jobShares())
        .containsExactly(Resources.NONE);
    assertThat(new SharedCell(cpu(10), A).with(job(1, "root.a")).jobShares())
        .containsExactly(Resources.NONE);
  }

  @Test
  void demandsMayBeBeyondCounting() {
    var most = new Resources(Long.MAX_VALUE, Long.MAX_VALUE);
    var cell =
        new SharedCell(new Resources(1L << 40, 1L << 40), A, B)
            .with(uses(job(1, "root.a", most), cpu(1, 1)), wants(job(2, "root.b"), most));

    var half = new Resources(1L << 39, 1L << 39);
    assertThat(cell.jobShares()).containsExactly(half, half);
  }

  @Test
  void queuesTellWhatTheyHaveWithAllBelow() {
    var cell =
        new SharedCell(cpu(100), queue("root.x"), queue("root.x.a"), queue("root.x.b"))
            .with(uses(job(1, "root.x.a", cpu(60)), cpu(10)))
            .with(uses(job(2, "root.x.b", cpu(20)), cpu(5)));

    assertThat(cell.shares().queues())
        .isEqualTo(
            List.of(
                new QueueStanding("root", cpu(95), cpu(15), Resources.NONE),
                new QueueStanding("root.x", cpu(95), cpu(15), Resources.NONE),
                new QueueStanding("root.x.a", cpu(70), cpu(10), Resources.NONE),
                new QueueStanding("root.x.b", cpu(25), cpu(5), Resources.NONE)));
  }
}
