package dev.muster.core.master.share;

import static dev.muster.core.master.share.SharedCell.GPU;
import static dev.muster.core.master.share.SharedCell.by;
import static dev.muster.core.master.share.SharedCell.cores;
import static dev.muster.core.master.share.SharedCell.cpu;
import static dev.muster.core.master.share.SharedCell.guaranteed;
import static dev.muster.core.master.share.SharedCell.inTasks;
import static dev.muster.core.master.share.SharedCell.job;
import static dev.muster.core.master.share.SharedCell.limited;
import static dev.muster.core.master.share.SharedCell.queue;
import static dev.muster.core.master.share.SharedCell.suspended;
import static dev.muster.core.master.share.SharedCell.uses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import org.junit.jupiter.api.Test;

/** Maxima of queues and users, and what they leave to jobs whose demand grows. */
final class LimitsTest {

  private static final long ANY = Long.MAX_VALUE;
  private static final QueueSpec A = queue("root.a");
  private static final QueueSpec B = queue("root.b");

  private static QueueSpec ofUser(QueueSpec spec, Portion... most) {
    int jobs = Integer.MAX_VALUE;
    var user = new UserLimits(jobs, Long.MAX_VALUE, jobs, Portions.of(most));
    return spec.with(new QueueLimits(jobs, Long.MAX_VALUE, jobs, user));
  }

  @Test
  void aMaximumStopsAQueue() {
    var cell =
        new SharedCell(cpu(100), limited("root.a", 20), B)
            .with(job(1, "root.a", cpu(90)), job(2, "root.b", cpu(90)));

    assertThat(cell.cpuShares()).containsExactly(20_000L, 80_000L);
  }

  @Test
  void aMaximumStopsAllBelow() {
    var cell =
        new SharedCell(
                cpu(100), limited("root.x", 30), queue("root.x.a"), limited("root.x.b", 10), B)
            .with(job(1, "root.x.a", cpu(90)), job(2, "root.x.b", cpu(90)))
            .with(job(3, "root.b", cpu(50)));

    assertThat(cell.cpuShares()).containsExactly(20_000L, 10_000L, 50_000L);
  }

  @Test
  void aMaximumOfOneResourceLetsOthersThrough() {
    var most = A.with(A.share().withMax(Portion.fixed(GPU, 2)));
    var cell =
        new SharedCell(cpu(100).with(GPU, 10), most)
            .with(job(1, "root.a", cpu(20).with(GPU, 4)), by(job(2, "root.a", cpu(100)), "bob"));

    assertThat(cell.jobShares()).containsExactly(cpu(10).with(GPU, 2), cpu(90));
  }

  @Test
  void whatAQueueMayHaveNothingOfHoldsUpNobody() {
    var none = A.with(A.share().withMax(Portion.fixed(GPU, 0)));
    var cell =
        new SharedCell(cpu(100).with(GPU, 10), none, B)
            .with(job(1, "root.a", cpu(70).with(GPU, 5)), job(2, "root.b", cpu(70)));

    assertThat(cell.jobShares()).containsExactly(cpu(50), cpu(50));
  }

  @Test
  void guaranteesOfSiblingsAreSetAsideBelowAMaximum() {
    var x = limited("root.x", 30);
    var gpus = Portion.fixed(GPU, 1);
    var a = queue("root.x.a");
    var cell =
        new SharedCell(
                cpu(100).with(GPU, 1),
                x,
                a.with(a.share().withGuaranteed(cores(20), gpus)),
                queue("root.x.b"))
            .with(job(1, "root.x.a", cpu(20).with(GPU, 2)), job(2, "root.x.b", cpu(90)));

    // a has half of what it demands, for want of a second gpu; the rest is lent
    assertThat(cell.jobShares()).containsExactly(cpu(10).with(GPU, 1), cpu(20));
  }

  @Test
  void theMostOfAUserStopsTheUser() {
    var cell =
        new SharedCell(cpu(100), ofUser(A, cores(20)))
            .with(job(1, "root.a", cpu(15)), job(2, "root.a", cpu(90)))
            .with(by(job(3, "root.a", cpu(90)), "bob"), by(job(4, "root.a", cpu(10)), "eve"));

    assertThat(cell.cpuShares()).containsExactly(15_000L, 5_000L, 20_000L, 10_000L);
  }

  @Test
  void theMostOfAUserInAQueueCountsAllQueuesBelow() {
    var x = ofUser(queue("root.x"), cores(30));
    var cell =
        new SharedCell(cpu(100), x, queue("root.x.a"), queue("root.x.b"), B)
            .with(job(1, "root.x.a", cpu(90)), job(2, "root.x.b", cpu(10)))
            .with(by(job(3, "root.x.b", cpu(90)), "bob"), job(4, "root.b", cpu(20)));

    assertThat(cell.cpuShares()).containsExactly(20_000L, 10_000L, 30_000L, 20_000L);
  }

  @Test
  void whatAUserCannotUseInOneQueueOfItsMostItMayUseInAnother() {
    var root = ofUser(QueueTree.OPEN.root(), cores(40));
    var cell =
        new SharedCell(cpu(100).with(GPU, 1), QueueTree.of(A, B).with(root))
            .with(job(1, "root.a", cpu(100).with(GPU, 10)), job(2, "root.b", cpu(90)));

    assertThat(cell.cpuShares()).containsExactly(10_000L, 30_000L);
  }

  @Test
  void anUncontendedCellHoldsNobodyBack() {
    var cell =
        new SharedCell(cpu(100, 100).with(GPU, 4), A, B)
            .with(job(1, "root.a", cpu(50, 10)), uses(job(2, "root.b"), cpu(20, 90)));

    assertThat(cell.shares().jobs()).allMatch(JobShare::isUnlimited);
    assertThat(cell.mayUse().getFirst()).isEqualTo(new Resources(ANY, ANY).with(GPU, ANY));
  }

  @Test
  void whatSomebodyLacksNobodyHasMoreThanItsShareOf() {
    var cell =
        new SharedCell(cpu(100, 100), A, B)
            .with(job(1, "root.a", cpu(10, 10)), job(2, "root.b", cpu(200, 40)));

    assertThat(cell.mayUse())
        .containsExactly(new Resources(10_000, ANY), new Resources(90_000, ANY));
    assertThat(cell.shares().jobs()).noneMatch(JobShare::isUnlimited);
  }

  @Test
  void whoIsStoppedByAMaximumLacksNothing() {
    var cell =
        new SharedCell(cpu(100), limited("root.a", 20), B)
            .with(job(1, "root.a", cpu(90)), job(2, "root.b", cpu(70)));

    assertThat(cell.mayUseOfCpu()).containsExactly(20_000L, ANY);
  }

  @Test
  void aCellThatIsJustFullLacksNothing() {
    var cell =
        new SharedCell(cpu(100), A, B).with(job(1, "root.a", cpu(40)), job(2, "root.b", cpu(60)));

    assertThat(cell.mayUseOfCpu()).containsExactly(ANY, ANY);
  }

  @Test
  void whatAMaximumLeavesIsDividedAmongAllBelowIt() {
    var cell =
        new SharedCell(cpu(100), limited("root.x", 50), limited("root.x.a", 21), queue("root.x.b"))
            .with(job(1, "root.x.a", cpu(10)), job(2, "root.x.a", cpu(8)))
            .with(suspended(job(3, "root.x.a")), job(4, "root.x.b", cpu(2)))
            .with(job(5, "root.x.b"));

    // 30 are left of 50, so 7.5 for each of four; but a has only 3 left for its two
    assertThat(cell.mayUseOfCpu()).containsExactly(11_500L, 9_500L, 0L, 9_500L, 7_500L);
  }

  @Test
  void theMostOfAUserLeavesRoomToo() {
    var root = ofUser(QueueTree.OPEN.root(), cores(40));
    var cell =
        new SharedCell(cpu(100), QueueTree.of(A, ofUser(B, cores(20))).with(root))
            .with(job(1, "root.a", cpu(10)), job(2, "root.b", cpu(6)))
            .with(by(job(3, "root.b", cpu(1)), "bob"));

    // 24 are left to ann, half of them in each queue
    assertThat(cell.mayUseOfCpu()).containsExactly(22_000L, 18_000L, 20_000L);
  }

  @Test
  void whoUsesMoreThanItsShareMayStartNothing() {
    var cell =
        new SharedCell(cpu(100), guaranteed("root.a", 80), B)
            .with(job(1, "root.a", cpu(200)), uses(job(2, "root.b", cpu(50)), cpu(60)));

    assertThat(cell.mayUseOfCpu()).containsExactly(90_000L, 10_000L);
  }

  @Test
  void aMaximumIsKeptInWholeTasksToo() {
    var task = cpu(8);
    var cell =
        new SharedCell(cpu(100), limited("root.a", 20))
            .with(inTasks(job(1, "root.a", task.times(9)), task))
            .with(by(inTasks(job(2, "root.a", task.times(9)), task), "bob"));

    assertThat(cell.cpuShares()).containsExactly(8_000L, 8_000L);
  }
}
